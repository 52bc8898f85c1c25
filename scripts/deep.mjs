// `npm run test:deep`: the suites of the deep tier, one at a time. `--changed` chooses those that guard what has changed since
// the whole tier passed, and paths choose by themselves. Options are jest's.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { changedFiles, deepSuites, git, guarding, RECORD } from './deep-suites.mjs';
import { root } from './stale.mjs';
import { count, printSeconds, printSlowest, testRun } from './test-run.mjs';

const all = deepSuites();
const args = process.argv.slice(2);
const given = args.filter((arg) => arg.startsWith('--') && arg !== '--changed');
const options = given.some((arg) => arg.startsWith('--maxWorkers=')) ? given : ['--maxWorkers=1', ...given];
const paths = args.filter((arg) => !arg.startsWith('--'));
const chosen = choose();
const isWhole = chosen.length === all.length;
console.log(`${chosen.length} of ${all.length} deep suites${chosen.map(({ path }) => `\n  ${path}`).join('')}`);
if (chosen.length === 0) {
  console.log('0 passed, 0 failed');
  process.exit(args.includes('--changed') ? 0 : 1);
}

const pathsOf = (suites) => suites.map(({ path }) => relative(root, path)).sort();
const hasFailed = ({ tests, broken }) => broken || tests.some(({ status }) => status === 'failed');

const { result, seconds } = await testRun(async ({ suitesOf }) => {
  const run = (specs) => suitesOf([...options, '--runTestsByPath', ...specs], { TEST_TIER: 'deep' });
  const first = await run(chosen.map(({ path }) => path));
  const failed = pathsOf(first.suites.filter(hasFailed));
  const wasStopped = typeof first.ending === 'string';
  if (failed.length === 0 || wasStopped) return { ...first, unstable: [] };
  console.log(`\nrun again, to tell what is unstable:\n  ${failed.join('\n  ')}`);
  const second = await run(failed);
  return { ...first, unstable: pathsOf(second.suites.filter((suite) => !hasFailed(suite))) };
});
const { suites, ending, unstable } = result;

printSlowest(suites);
console.log(`\nsuites: ${suites.length}`);
printSeconds(seconds);
const { passed, failed, skipped } = count(suites, ending);
for (const path of unstable) console.log(`unstable: ${path} failed, and passed when it was run again`);
if (skipped > 0) console.log(`${skipped} skipped: this machine lacks what they need`);
if (failed === 0 && isWhole) record();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function choose() {
  const named = paths.length === 0 ? all : all.filter(({ path }) => paths.some((part) => path.includes(part)));
  if (!args.includes('--changed')) return named;
  const { files, why } = changedFiles();
  if (files !== undefined) return guarding(named, files);
  console.log(`${why}: everything runs`);
  return named;
}

/** Says in the repository that all passed on this commit, unless what was tested is no commit. */
function record() {
  if (git('status', '--porcelain') !== '') {
    console.log(`not recorded in ${RECORD}: there are changes that are not committed`);
    return;
  }
  writeFileSync(join(root, RECORD), `${git('rev-parse', 'HEAD')}\n`);
  console.log(`recorded in ${RECORD}: commit it`);
}
