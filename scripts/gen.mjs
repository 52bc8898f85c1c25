// Writes all generated files: pages and descriptions in docs, and the types of the client library.
// With --check it writes nothing and fails if a file is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import { describeAch } from './describe-ach.mjs';
import { describeBankProfiles } from './describe-bank-profiles.mjs';
import { describeClient } from './describe-client.mjs';
import { describeMetrics } from './describe-metrics.mjs';
import { describeNetworks } from './describe-networks.mjs';
import { describePostman } from './describe-postman.mjs';
import { describeRails } from './describe-rails.mjs';
import { describeSettings } from './describe-settings.mjs';
import { describeTransfers } from './describe-transfers.mjs';
import { root } from './stale.mjs';

const require = createRequire(import.meta.url);
const { describeErrors, describeLlms, operationsOf } = require(join(root, 'dist/libs/http/src/index.js'));
const ofTheApi = (file) => require(join(root, 'dist/apps/api/src', file));
const { describeApi, previewApplication } = ofTheApi('describe-api.js');
const { documentedErrors } = ofTheApi('description/errors.table.js');
const { LLMS_INTRODUCTION } = ofTheApi('description/llms.js');
const { format, resolveConfig } = require('prettier');

const check = process.argv.includes('--check');
const { settings } = require(join(root, 'dist/libs/config/src/index.js'));
const { Metrics } = require(join(root, 'dist/libs/observability/src/index.js'));
const { metricsOf } = require(join(root, 'dist/libs/runtime/src/index.js'));
const { contexts } = require(join(root, 'dist/apps/worker/src/worker.module.js'));
const transfers = (file) => require(join(root, 'dist/libs/transfers/src/domain', file));
const ach = (file) => require(join(root, 'dist/libs/rails/src/domain/ach', file));
const rails = (file) => require(join(root, 'dist/libs/rails/src', file));
const api = await describeApi();
const errors = describeErrors(operationsOf(await previewApplication()), documentedErrors);
const files = {
  'docs/reference/openapi.generated.json': JSON.stringify(api, null, 2),
  'docs/reference/openapi.generated.yaml': stringify(api, { aliasDuplicateObjects: false, lineWidth: 0 }),
  'docs/reference/settings.generated.md': describeSettings(settings),
  'docs/reference/errors.generated.md': describeErrorCodes(errors),
  'docs/reference/metrics.generated.md': describeMetrics(new Metrics(metricsOf(contexts)).registry.getMetricsAsArray()),
  'docs/reference/transfers.generated.md': describeTransfers({
    ...transfers('transfer-status.js'),
    ...transfers('leg.js'),
    ...transfers('result-effects.table.js'),
    reasons: transfers('reason-codes.js').reasonEntries(),
  }),
  'docs/reference/ach-files.generated.md': describeAch({
    ...ach('ach-rules.table.js'),
    ...ach('transaction-code.table.js'),
    ...ach('return-codes.table.js'),
    ...ach('change-codes.js'),
    layouts: layoutsOf(ach('ach-records.table.js')),
    ...require(join(root, 'dist/libs/kernel/src/nacha-rules.table.js')),
    ...require(join(root, 'dist/apps/bank/src/ach/rules.table.js')),
  }),
  'docs/reference/bank-profiles.generated.md': describeBankProfiles({
    sections: rails('infrastructure/profiles/profile.schema.js').connectionSections,
    tokens: rails('domain/file-name.js').FILE_NAME_TOKENS,
    messageIdTokens: rails('domain/inbound/message-id.js').MESSAGE_ID_TOKENS,
    toJSONSchema: require('zod').toJSONSchema,
  }),
  'docs/reference/instant-networks.generated.md': describeNetworks(rails('domain/iso20022/network-rules.table.js')),
  'docs/reference/rails.generated.md': describeRails({
    ...rails('domain/file-state.js'),
    ...rails('domain/entry-state.js'),
    ...rails('domain/file-rules.js'),
    ...rails('domain/statements/statement-classes.table.js'),
  }),
  'docs/reference/postman-collection.generated.json': JSON.stringify(describePostman(api), null, 2),
  'docs/reference/llms.generated.txt': describeLlms(api, LLMS_INTRODUCTION),
  'libs/client/src/openapi.generated.ts': await describeClient(api, errors),
};
let stale = 0;
for (const [name, content] of Object.entries(files)) {
  const path = join(root, name);
  // Formatting YAML of this length takes longer than everything else here.
  const isDone = /[.](txt|yaml)$/.test(name);
  const fresh = isDone ? content : await format(content, { ...(await resolveConfig(path)), filepath: path });
  if (read(path) === fresh) continue;
  stale += 1;
  if (!check) writeFileSync(path, fresh);
  console.log(`${check ? 'out of date' : 'written'}: ${relative(root, path)}`);
}
if (check && stale > 0) {
  console.error('run "npm run gen" and commit what it writes');
  process.exit(1);
}

function layoutsOf({ fileHeader, fileControl, batchHeader, batchControl, entryDetail, addendaLayouts }) {
  return [fileHeader, batchHeader, entryDetail, ...Object.values(addendaLayouts), batchControl, fileControl];
}

function describeErrorCodes(errors) {
  const groups = [...new Set(errors.map(({ group }) => group))].sort((a, b) => (b === '') - (a === ''));
  const sections = groups.map((group) => errorSection(group, errors));
  return `# Errors

This page lists every error code of the service. \`npm run gen\` writes it from the fields of the operations and the tables of
errors. Do not edit it. If several fields are invalid, a response has the first error in the order below and lists all of them in
\`details.errors\`. Messages say what is expected and never repeat the input.

${sections.join('\n')}`;
}

function errorSection(group, all) {
  const errors = all.filter((error) => error.group === group);
  const base = basePath(errors.flatMap(({ operations }) => operations));
  const rows = errors.map(({ status, code, field, operations, message }) => {
    const where = operations.map((name) => `\`${name.replace(` ${base}`, ' ').trim()}\``).join(', ');
    return [
      status,
      `\`${code}\``,
      field ? `\`${field}\`` : '',
      ...(group ? [where] : []),
      message.replace(/\|/g, '\\|'),
    ];
  });
  const head = ['status', 'code', 'field', ...(group ? ['operations'] : []), 'message'];
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `## ${group || 'Every operation'}\n\n${base ? `Operations are under \`${base}\`.\n\n` : ''}${table}\n`;
}

/** The path that most operations of a group begin with. */
function basePath(operations) {
  const paths = [...new Set(operations)].map((name) => name.split(' ')[1].replace(/\/\{.*/, ''));
  const count = (path) => paths.filter((each) => each === path).length;
  return [...new Set(paths)].sort((a, b) => count(b) - count(a))[0];
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
