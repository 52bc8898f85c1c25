import openapiTypeScript, { astToString } from 'openapi-typescript';

/** The types of the client library: those of the API's description, and the union of its error codes. */
export async function describeClient(document, errors) {
  const types = await openapiTypeScript(document, { emptyObjectsUnknown: true, defaultNonNullable: false });
  const codes = [...new Set(errors.map(({ code }) => code))].sort();
  return `// Written by \`npm run gen\` from docs/reference/openapi.generated.json and the tables of errors.

/** Every code that the service answers; what each means is in docs/reference/errors.generated.md. */
export type ErrorCode = ${codes.map((code) => `'${code}'`).join(' | ')};

${astToString(types)}`;
}
