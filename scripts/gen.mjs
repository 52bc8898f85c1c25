// Writes what is generated from the code: docs/openapi.json. With --check it writes nothing and fails when it differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { root } from './stale.mjs';

const require = createRequire(import.meta.url);
const { describeApi } = require(join(root, 'dist/apps/api/src/describe-api.js'));
const { format, resolveConfig } = require('prettier');

const check = process.argv.includes('--check');
const files = { 'docs/openapi.json': JSON.stringify(await describeApi(), null, 2) };
let stale = 0;
for (const [name, content] of Object.entries(files)) {
  const path = join(root, name);
  const fresh = await format(content, { ...(await resolveConfig(path)), filepath: path });
  if (read(path) === fresh) continue;
  stale += 1;
  if (!check) writeFileSync(path, fresh);
  console.log(`${check ? 'out of date' : 'written'}: ${relative(root, path)}`);
}
if (check && stale > 0) {
  console.error('run "npm run gen" and commit what it writes');
  process.exit(1);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
