// Runs a program of bundle.js. The build keeps the compiled code of it beside, which saves compiling it at every start;
// another Node.js or other options of V8 refuse that code, and the program compiles as it runs.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

const bundle = join(__dirname, 'bundle.js');
const codeOf = (name) => join(__dirname, `${name}.code`);
const WRAPPER = '(function (exports, require, module, __filename, __dirname) {';

module.exports = { run };

function run(name) {
  const code = codeOf(name);
  const cachedData = existsSync(code) ? readFileSync(code) : undefined;
  const source = `${WRAPPER}${readFileSync(bundle, 'latin1')}\n})`;
  const script = new Script(source, { filename: bundle, cachedData, columnOffset: -WRAPPER.length });
  const program = { exports: {} };
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${inSource(String(frame))}`)].join('\n');
  script.runInThisContext()(program.exports, createRequire(bundle), program, bundle, __dirname);
  program.exports[name]();
  return script;
}

/** A frame of a stack trace with its place in the source instead of that in the bundle. */
function inSource(frame) {
  return frame.replace(/[^( ]*bundle\.js:(\d+):(\d+)/, (place, line, column) => placeOf(+line, +column) ?? place);
}

let lines;
let sources;

/** Looks the position up in rows of [line, column, source, line of the source], in ascending order. */
function placeOf(line, column) {
  lines ??= new Uint32Array(Uint8Array.from(readFileSync(join(__dirname, 'lines'))).buffer);
  sources ??= JSON.parse(readFileSync(join(__dirname, 'sources.json'), 'utf8'));
  let [from, to] = [0, lines.length / 4];
  while (from < to) {
    const middle = (from + to) >> 1;
    const [atLine, atColumn] = [lines[middle * 4], lines[middle * 4 + 1]];
    if (atLine < line || (atLine === line && atColumn <= column)) from = middle + 1;
    else to = middle;
  }
  const found = (from - 1) * 4;
  return from === 0 ? undefined : `${join(__dirname, sources[lines[found + 2]])}:${lines[found + 3]}`;
}

// The build: `node <options of the program> boot.cjs <name> <arguments>` keeps what is compiled when the program ends.
if (require.main === module) {
  const [name, ...args] = process.argv.slice(2);
  process.argv = [process.execPath, bundle, ...args];
  const script = run(name);
  process.on('exit', () => writeFileSync(codeOf(name), script.createCachedData()));
}
