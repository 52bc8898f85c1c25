// `npm test`: every suite of the commit tier, or those of the paths and options given, which are jest's.
import { join } from 'node:path';
import { root } from './stale.mjs';
import { writeGroups } from './test-groups.mjs';
import { count, printSeconds, printSlowest, testRun } from './test-run.mjs';

/** Minutes of processor time that the whole tier may take in CI. */
const CI_MINUTES = 25;

const args = process.argv.slice(2);

const { result, seconds } = await testRun(async ({ directory, suitesOf }) => {
  // An option of jest that takes a list takes all that follows it, so these come last.
  if (args.length > 0) return suitesOf([...args, '--ignoreProjects', 'deep']);
  const groups = join(directory, 'suites');
  const specs = writeGroups(groups);
  const config = join(root, 'test', 'setup', 'jest.groups.cjs');
  return { ...(await suitesOf(['--config', config], { TEST_GROUPS: groups })), specs };
});
const { suites, ending, specs } = result;

printSlowest(suites);
console.log(`\nsuites: ${specs?.length ?? suites.length}`);
printSeconds(seconds);
const isOver = specs !== undefined && process.env.CI !== undefined && seconds.processor > CI_MINUTES * 60;
if (isOver) console.log(`more than ${CI_MINUTES} min of processor time: move what is slow to a *.deep-spec.ts`);
const { passed, failed, skipped } = count(suites, ending);
if (skipped > 0) console.log(`${skipped} skipped: this machine lacks what they need`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || isOver ? 1 : 0;
