import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const specs = ['**/*.spec.ts', '**/*-spec.ts', 'libs/testing/**', 'test/**'];
const NO_TYPE_NAME = '/^[^A-Z]|_|^I[A-Z][a-z]/';
const tablesOfData = ['**/*.table.ts', 'migrations/**'];

// ESLint replaces a rule's options where a later block names it again, so each block repeats what still holds.
const everywhere = [
  {
    selector: ':not(MethodDefinition[kind="constructor"]) > :function[params.length>3]',
    message: 'At most 3 positional parameters: pass an object.',
  },
  {
    selector: 'TSAbstractMethodDefinition > [params.length>3]',
    message: 'At most 3 positional parameters: pass an object.',
  },
  {
    selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>6]',
    message: 'At most 6 dependencies: split the class.',
  },
  {
    selector: `:matches(ClassDeclaration, ClassExpression, TSInterfaceDeclaration, TSTypeAliasDeclaration, TSEnumDeclaration) > Identifier.id[name=${NO_TYPE_NAME}], TSTypeParameter > Identifier.name[name=${NO_TYPE_NAME}]`,
    message: 'Names of types are in PascalCase without an I in front.',
  },
];
const wallClock = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Take the time from the Clock.' },
  { selector: 'CallExpression[callee.name="Date"]', message: 'Take the time from the Clock.' },
];
const wallClockProperties = [
  { object: 'Date', property: 'now', message: 'Take the time from the Clock.' },
  { object: 'Math', property: 'random', message: 'Take randomness from a port.' },
];
const environment = [{ object: 'process', property: 'env', message: 'Read settings through libs/config.' }];
const environmentImport = ['process', 'node:process'].map((name) => ({
  name,
  importNames: ['env'],
  message: 'Read settings through libs/config.',
}));
const forwardRef = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'A cycle between modules: move what both need, or use an event.',
};
const oneClient = 'There is one outgoing HTTP client: libs/http-client.';
const httpProperties = [
  ...['http', 'https'].flatMap((object) => ['request', 'get'].map((property) => ({ object, property }))),
  ...['fetch', 'WebSocket', 'EventSource'].map((property) => ({ object: 'globalThis', property })),
].map((access) => ({ ...access, message: oneClient }));
const httpImports = [
  ...['http', 'https', 'node:http', 'node:https'].map((name) => ({ name, importNames: ['request', 'get', 'Agent'] })),
  ...['undici', 'http2', 'node:http2'].map((name) => ({ name })),
].map((path) => ({ ...path, message: oneClient }));

// Connections besides HTTP: SFTP to a bank, with its own checks of address, host key and time.
const otherClients =
  'Connections leave through libs/http-client, through infrastructure/sftp of rails, or to PostgreSQL.';
const socketImports = [
  ...['net', 'node:net', 'tls', 'node:tls'].map((name) => ({
    name,
    importNames: ['connect', 'createConnection', 'Socket'],
  })),
  { name: 'ssh2' },
].map((path) => ({ ...path, message: otherClients, allowTypeImports: true }));

// Texts are in messages/en.ts.
const textInMarkup = [
  { selector: 'JSXText[value=/[A-Za-z]/]', message: 'A text comes from t().' },
  {
    selector:
      'JSXAttribute[name.name=/^(aria-label|title|alt|placeholder|label|hint|text)$/] > Literal[value=/[A-Za-z]/]',
    message: 'A text comes from t().',
  },
];

export default defineConfig(
  { ignores: ['**/dist/', 'coverage/', '.data/', 'libs/client/src/openapi.generated.ts'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  // Input checks name control characters on purpose.
  { rules: { 'no-control-regex': 'off' } },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'fetch',
          'setTimeout',
          'clearTimeout',
          'AbortController',
          'AbortSignal',
          'Buffer',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' },
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    // What needs types is in .oxlintrc.json.
    extends: [typescript.configs.recommended],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // Taking a property out of an object by naming it, and skipping a place, are uses.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      // Leaves files with decorators alone: what Nest injects must stay a value import, or its metadata is lost.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 70 }],
      'no-restricted-syntax': ['error', ...everywhere],
      'no-restricted-properties': ['error', ...environment],
      'no-restricted-imports': ['error', { paths: [forwardRef, ...environmentImport] }],
    },
  },
  {
    files: ['libs/**/*.ts'],
    // The client library runs elsewhere, and brings no client but fetch.
    ignores: [...specs, 'libs/http-client/**', 'libs/client/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: oneClient })),
      ],
      'no-restricted-properties': ['error', ...environment, ...httpProperties],
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [forwardRef, ...environmentImport, ...httpImports, ...socketImports] },
      ],
    },
  },
  {
    files: ['libs/rails/src/infrastructure/sftp/*.ts', 'libs/persistence/src/database/postgres-client.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [forwardRef, ...environmentImport, ...httpImports] },
      ],
    },
  },
  {
    files: ['libs/*/src/**/domain/**/*.ts', 'libs/*/src/**/application/**/*.ts'],
    ignores: specs,
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...wallClock],
      'no-restricted-properties': ['error', ...environment, ...httpProperties, ...wallClockProperties],
    },
  },
  {
    files: ['libs/config/**'],
    rules: {
      'no-restricted-properties': ['error', ...httpProperties],
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [forwardRef, ...httpImports, ...socketImports] }],
    },
  },
  {
    files: ['apps/*/src/main.ts', 'apps/cli/**', ...specs],
    rules: {
      'no-restricted-properties': 'off',
      'no-restricted-imports': ['error', { paths: [forwardRef] }],
    },
  },
  {
    files: ['apps/portal/src/**/*.{ts,tsx}'],
    extends: [a11y.flatConfigs.strict, hooks.configs.flat['recommended-latest']],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...textInMarkup],
      // Its code is for Node.js.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: '@payments/client', message: 'Only its types.', allowTypeImports: true }] },
      ],
      // A region that scrolls must be reachable by keyboard, and a page by its link to skip the navigation.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['pre', 'main', 'h1'], roles: ['row'] }],
    },
  },
  { files: tablesOfData, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  {
    files: specs,
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
    },
  },
);
