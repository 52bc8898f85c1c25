// The last step of a build: computes what every start of a program would compute again.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const require = createRequire(import.meta.url);
const { BUILT_DESCRIPTION, describeApi, OPEN_SERVERS } = require(join(dist, 'apps/api/src/describe-api.js'));

writeFileSync(BUILT_DESCRIPTION, JSON.stringify(await describeApi(OPEN_SERVERS)));
