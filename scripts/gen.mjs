// Writes what is generated from the code: docs/openapi.json, docs/SETTINGS.md. With --check it writes nothing and fails when it differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { root } from './stale.mjs';

const require = createRequire(import.meta.url);
const { describeApi } = require(join(root, 'dist/apps/api/src/describe-api.js'));
const { format, resolveConfig } = require('prettier');

const check = process.argv.includes('--check');
const { settings } = require(join(root, 'dist/libs/platform/src/index.js'));
const files = {
  'docs/openapi.json': JSON.stringify(await describeApi(), null, 2),
  'docs/SETTINGS.md': describeSettings(),
};
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

function describeSettings() {
  const rows = Object.entries(settings).map(([name, rule]) => {
    const preset = rule.safeParse(undefined).data;
    return `| \`${name}\` | ${preset === undefined ? '' : `\`${preset}\``} | ${rule.description} |`;
  });
  return `# Settings

Environment variables, checked when a process starts. Written by \`npm run gen\` from
\`libs/platform/src/config/config.ts\`.

| name | default | what it is |
| --- | --- | --- |
${rows.join('\n')}

\`npm start\` sets \`KEY_RING_FILE\`, \`DATABASE_URL\`, \`DRAIN_SECONDS\` (0) and \`WEBHOOK_ALLOW_PRIVATE\` for its processes where they are unset.
\`KEY_RING\` and \`KEY_RING_FILE\` hold \`{ "master": { "active": "<id>", "keys": { "<id>": "<32 bytes in base64>" } },
"blind_index": "<32 bytes in base64>", "pepper": "<32 bytes in base64>" }\`.
`;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
