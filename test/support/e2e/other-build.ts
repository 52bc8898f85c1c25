import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';

const root = join(__dirname, '../../..');
const wholeBuild = join(__dirname, 'whole-build.cjs');
/** Below node_modules, so that a build finds the installed packages. */
const builds = join(root, 'node_modules/.cache/payments-builds');
const SOURCES = ['apps/api', 'apps/worker', 'apps/cli', 'libs', 'migrations', 'package.json'];
const LARGEST = 200_000_000;
/** So many commits are tried. */
const LOOKED_AT = 12;

const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { maxBuffer: LARGEST });

/** A build of another commit than this one. */
export interface OtherBuild {
  readonly commit: string;
  /** The directory of its apps. */
  readonly apps: string;
}

/**
 * The programs of the commit before this one, or of the next older one that is whole. UPGRADE_FROM names another. Undefined
 * without history, as in a shallow clone.
 */
export function previousBuild(): OtherBuild | undefined {
  const { UPGRADE_FROM: named } = process.env;
  const chosen = named === undefined ? [`--max-count=${LOOKED_AT}`, '--skip=1', 'HEAD'] : ['--max-count=1', named];
  const { status, stdout } = git('rev-list', '--first-parent', ...chosen);
  if (status !== 0) return undefined;
  for (const commit of stdout.toString().split('\n').filter(Boolean)) {
    const apps = buildOf(commit);
    if (spawnSync(process.execPath, [wholeBuild, join(builds, commit)]).status === 0) return { commit, apps };
    process.stderr.write(`The programs of ${commit} are not whole: an older commit takes their place.\n`);
  }
  return undefined;
}

/** Built once, with the packages of this commit. @returns the directory of its apps */
function buildOf(commit: string): string {
  const directory = join(builds, commit);
  const apps = join(directory, 'dist/apps');
  if (existsSync(directory)) return apps;
  mkdirSync(builds, { recursive: true });
  const unfinished = mkdtempSync(join(builds, 'unfinished-'));
  try {
    const archive = git('archive', '--format=tar', commit, ...SOURCES);
    if (archive.status !== 0) throw new Error(`git archive: ${archive.stderr.toString()}`);
    const unpacked = spawnSync('tar', ['-x', '-C', unfinished], { input: archive.stdout });
    if (unpacked.status !== 0) throw new Error(`tar: ${unpacked.stderr.toString()}`);
    translate(unfinished);
    for (const library of readdirSync(join(unfinished, 'libs'))) linkLibrary(unfinished, library);
    renameSync(unfinished, directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return apps;
}

/** Without type checks: the commit has passed its own. */
function translate(directory: string): void {
  for (const folder of ['apps', 'libs', 'migrations']) {
    for (const name of readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || /spec\.ts$/.test(name)) continue;
      const target = join(directory, 'dist', folder, name.replace(/ts$/, 'js'));
      mkdirSync(dirname(target), { recursive: true });
      const { code } = transformSync(readFileSync(join(directory, folder, name), 'utf8'), {
        ...{ swcrc: false, filename: name, module: { type: 'commonjs' } },
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          ...{ target: 'es2023', keepClassNames: true },
        },
      });
      writeFileSync(target, code);
    }
  }
}

function linkLibrary(directory: string, library: string): void {
  const entry = join(directory, 'node_modules/@payments', library);
  mkdirSync(entry, { recursive: true });
  const main = `../../../dist/libs/${library}/src/index.js`;
  writeFileSync(join(entry, 'package.json'), JSON.stringify({ name: `@payments/${library}`, main }));
}
