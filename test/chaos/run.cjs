// Runs the chaos program from its sources: Node.js 20 reads no TypeScript, and nothing but this program needs it to.
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { join, relative, resolve } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '../..');
const options = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  module: { type: 'commonjs' },
};

Module._extensions['.ts'] = (module, filename) => {
  module._compile(transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code, filename);
};

const find = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  return find.call(this, sourceOf(request, parent) ?? request, parent, ...rest);
};

// What is built is taken from the build, so that the program and the processes that it starts are of one version.
function sourceOf(request, parent) {
  const library = /^@payments\/([^/]+)$/.exec(request)?.[1];
  if (library !== undefined) {
    const built = join(root, 'dist/libs', library, 'src/index.js');
    return existsSync(built) ? built : join(root, 'libs', library, 'src/index.ts');
  }
  if (!request.startsWith('.') || !request.endsWith('.js') || parent?.path === undefined) return undefined;
  const source = resolve(parent.path, request.replace(/\.js$/, '.ts'));
  const built = join(root, 'dist', relative(root, source)).replace(/\.ts$/, '.js');
  if (relative(root, source).startsWith('apps') && existsSync(built)) return built;
  return existsSync(source) ? source : undefined;
}

require('./main.ts');
