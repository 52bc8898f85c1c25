import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stale.mjs';

/** Holds the id of the last commit on which the whole deep tier passed. */
export const RECORD = 'test/deep-passed';
/** A pass that is longer ago says little about what changed since. */
const MOST_COMMITS = 60;
const PROPERTIES = /import \{[^}]*\bcountOf\b[^}]*\} from '@payments\/testing'/;
const GUARDS = /^guards\(([^)]*)\);$/m;

/**
 * The deep suites, with the folders and files that each guards, as its `guards(…)` names them. Suites of the commit tier that
 * draw more cases here (`countOf`) are among them, and guard the source that they stand beside.
 */
export function deepSuites() {
  const paths = ['apps', 'libs', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
  );
  return paths
    .filter((path) => path.endsWith('spec.ts') && !path.includes('node_modules'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ path, text }) => path.endsWith('.deep-spec.ts') || PROPERTIES.test(text))
    .map(({ path, text }) => ({ path, guards: path.startsWith('test/') ? guardsOf(text) : [besides(path)] }));
}

/** The source of a library or an app: `libs/ledger/src`. */
const besides = (path) => path.split('/').slice(0, 3).join('/');

/** @param text of a deep suite */
export function guardsOf(text) {
  const [, names = ''] = GUARDS.exec(text) ?? [];
  return [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name);
}

/** The suites that guard a changed file, or have changed themselves. Other specs are guarded by being run. */
export function guarding(suites, changed) {
  const covers = (guard, file) => file === guard || file.startsWith(`${guard}/`);
  const sources = changed.filter((file) => !file.endsWith('spec.ts'));
  return suites.filter(
    ({ path, guards }) => changed.includes(path) || sources.some((file) => guards.some((guard) => covers(guard, file))),
  );
}

/** @returns the files that differ between the recorded pass and the working tree, or why that cannot be said */
export function changedFiles() {
  const record = join(root, RECORD);
  if (!existsSync(record)) return { why: `there is no ${RECORD}` };
  const commit = readFileSync(record, 'utf8').trim();
  try {
    const commits = Number(git('rev-list', '--count', `${commit}..HEAD`));
    if (commits > MOST_COMMITS) return { why: `the last pass is ${commits} commits ago` };
    const tracked = git('diff', '--name-only', '--no-renames', commit);
    const created = git('ls-files', '--others', '--exclude-standard');
    return { files: [tracked, created].join('\n').split('\n').filter(Boolean) };
  } catch {
    return { why: `git does not know the commit ${commit} of ${RECORD}` };
  }
}

/** @returns the trimmed output of git. @throws Error if it fails */
export function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
