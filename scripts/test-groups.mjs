import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './stale.mjs';

/** Enough specs to load the service rarely, and few enough to keep every worker of jest busy to the end. */
const GROUP_BYTES = 150_000;

/**
 * The projects of jest.config.cjs: which of their specs may share a file, and how long these run for their size. Those of
 * e2e load little and run for long.
 */
const PROJECTS = {
  unit: { ending: '.spec.ts', nameOf: (path) => path.split('/')[0], bytes: GROUP_BYTES, weight: 1 },
  integration: {
    ending: '.int-spec.ts',
    nameOf: (path) => dirname(path).replaceAll('/', '-'),
    bytes: GROUP_BYTES,
    weight: 2,
  },
  e2e: { ending: '.e2e-spec.ts', nameOf: (path) => basename(path, '.e2e-spec.ts'), bytes: 0, weight: 8 },
};

/**
 * Writes the files that `npm test` runs: each loads several specs, because jest loads the whole service anew for each
 * file. A spec stays one `describe`, named by its path.
 * @param directory gets a folder for each project
 * @returns the paths of all specs
 */
export function writeGroups(directory) {
  const paths = ['apps', 'libs', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
  );
  return Object.entries(PROJECTS).flatMap(([project, { ending, nameOf, bytes, weight }]) => {
    const specs = paths.filter((path) => path.endsWith(ending)).sort();
    mkdirSync(join(directory, project), { recursive: true });
    groupsOf(specs, nameOf, bytes).forEach((group, index) =>
      writeFileSync(join(directory, project, `${nameOf(group[0])}-${index + 1}.cjs`), fileOf(group, weight)),
    );
    return specs;
  });
}

/** Neighbors, until they are too large together. */
function groupsOf(specs, nameOf, bytes) {
  const groups = [];
  let room = 0;
  for (const spec of specs) {
    const size = sizeOf(spec);
    if (groups.length > 0 && size <= room && nameOf(groups.at(-1)[0]) === nameOf(spec)) {
      groups.at(-1).push(spec);
    } else {
      groups.push([spec]);
      room = bytes;
    }
    room -= size;
  }
  return groups;
}

function fileOf(specs, weight) {
  const lines = specs.map((spec) => {
    const name = JSON.stringify(spec);
    const path = JSON.stringify(join(root, spec));
    // A spec that does not load is one failed test, and the others of its file run.
    return `describe(${name}, () => { try { require(${path}); } catch (error) { it('loads', () => { throw error; }); } });\n`;
  });
  // Jest starts the largest files first.
  const size = specs.reduce((sum, spec) => sum + sizeOf(spec), 0);
  return `${lines.join('')}${'/'.repeat(weight * size)}\n`;
}

function sizeOf(spec) {
  return statSync(join(root, spec)).size;
}
