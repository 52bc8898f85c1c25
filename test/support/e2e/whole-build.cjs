// Fails unless the programs of a build can be loaded, and use nothing of a library that it does not have. Its argument is
// the directory of the build; a commit that is one of several parts of a change need not be whole.
const { readdirSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const dist = join(process.argv[2], 'dist');
const load = createRequire(join(dist, 'index.js'));
load('reflect-metadata');
for (const name of ['api/src/api.module.js', 'worker/src/worker.module.js']) load(join(dist, 'apps', name));

const missing = new Set();
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.js'))) {
  const code = readFileSync(join(dist, name), 'utf8');
  for (const [, variable, library] of code.matchAll(/const (\w+) = require\("(@payments\/\w+)"\)/g)) {
    for (const [, used] of code.matchAll(new RegExp(`(?<!typeof )\\b${variable}\\.(\\w+)`, 'g'))) {
      if (!(used in load(library))) missing.add(`${library} ${used}`);
    }
  }
}
if (missing.size > 0) throw new Error(`missing: ${[...missing].join(', ')}`);
