// Checks docs/reference/openapi.generated.json: the recommended rules of @redocly/openapi-core as errors, and rules of our own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { root } from './stale.mjs';

const path = join(root, 'docs/reference/openapi.generated.json');

/** The interface has this path beside /deliver/reports/recon/{id}. Ids are UUIDs, so none is "recon" or "download". */
const UNAMBIGUOUS = '#/paths/~1deliver~1reports~1{id}~1download';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The project has no license, and the servers of the description are local.
    'info-license': 'off',
    'info-license-strict': 'off',
    'no-server-example.com': 'off',
    'operation-operationId': 'error',
    'operation-operationId-unique': 'error',
    'operation-operationId-url-safe': 'error',
    'operation-description': 'error',
    'operation-tag-defined': 'error',
    'operation-singular-tag': 'error',
    'tag-description': 'error',
    'tags-alphabetical': 'off',
    'no-ambiguous-paths': 'error',
    'no-path-trailing-slash': 'error',
    'no-invalid-schema-examples': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-unused-components': 'error',
    'no-required-schema-properties-undefined': 'error',
    'no-schema-type-mismatch': 'error',
    'operation-4xx-response': 'error',
    'spec-strict-refs': 'error',
  },
});
const problems = await lint({ ref: path, config });
const found = problems.filter(
  ({ ruleId, location: [place] }) => ruleId !== 'no-ambiguous-paths' || place?.pointer !== UNAMBIGUOUS,
);
const lines = [...found.map(describe), ...ownProblems(JSON.parse(readFileSync(path, 'utf8')))];
for (const line of lines) console.error(line);
if (lines.length > 0) {
  console.error(`docs/reference/openapi.generated.json: problems found: ${lines.length}`);
  process.exit(1);
}

function describe({ ruleId, message, location: [place] }) {
  return `${place?.pointer ?? ''} ${ruleId}: ${message}`;
}

/** What the rules of others do not see: names, examples, and schemas that say nothing. */
function ownProblems({ paths, components }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ place: `${method} ${path}`, ...operation })),
  );
  return [...operations.flatMap(problemsOf), ...emptySchemas(components.schemas, '#/components/schemas')];
}

function problemsOf({ place, operationId, requestBody, responses }) {
  const media = [
    ...Object.entries(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap((response) => Object.entries(response.content ?? {})),
  ].filter(([type]) => type === 'application/json');
  return [
    ...(/^[a-z]+[A-Z][A-Za-z]+$/.test(operationId) ? [] : [`${place}: ${operationId} is not a verb and a noun`]),
    ...(media.every(([, { example }]) => example !== undefined) ? [] : [`${place}: body without an example`]),
    ...(media.every(([, { schema }]) => schema?.$ref) ? [] : [`${place}: body schema without a name`]),
  ];
}

/** Schemas that allow anything without saying so. */
function emptySchemas(node, place) {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.entries(node).flatMap(([key, value]) =>
    ['example', 'examples', 'default', 'enum'].includes(key) ? [] : emptySchemas(value, `${place}/${key}`),
  );
  const isProperty = /\/(properties\/[^/]+|items)$/.test(place);
  const isBare = node.type === 'object' && !node.properties && node.additionalProperties === undefined;
  return isProperty && (Object.keys(node).length === 0 || isBare)
    ? [`${place}: schema accepts any value`, ...inner]
    : inner;
}
