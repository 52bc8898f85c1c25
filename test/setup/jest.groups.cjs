const { existsSync } = require('node:fs');
const { join } = require('node:path');
const config = require('../../jest.config.cjs');

const directory = process.env.TEST_GROUPS;

/** What `npm test` runs: the projects of jest.config.cjs, from the files that scripts/test-groups.mjs writes. */
module.exports = {
  ...config,
  rootDir: join(__dirname, '../..'),
  projects: config.projects
    .map((project) => ({ ...project, roots: [join(directory, project.displayName)] }))
    .filter(({ roots: [groups] }) => existsSync(groups))
    .map((project) => ({ ...project, testMatch: [`${project.roots[0]}/*.cjs`] })),
};
