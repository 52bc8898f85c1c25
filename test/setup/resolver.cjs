const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const LIBRARY = /^@payments\/([^/]+)$/;

/**
 * The source that an import means: of a library, or of a file whose name ends in .js, as it will after the build. Packages import
 * relative .js files too, and some of them ship their .ts beside it.
 */
function sourceOf(request, basedir) {
  const [, library] = LIBRARY.exec(request) ?? [];
  if (library !== undefined) return join(root, 'libs', library, 'src/index.ts');
  if (!request.startsWith('.') || !request.endsWith('.js') || basedir.includes('/node_modules/')) return undefined;
  const source = join(basedir, request.replace(/js$/, 'ts'));
  return existsSync(source) ? source : undefined;
}

/** Not a `moduleNameMapper`: jest keeps no result of one, and tries each of its names again for every import of every file. */
module.exports = {
  sync: (request, options) => sourceOf(request, options.basedir) ?? options.defaultResolver(request, options),
};
