const { join } = require('node:path');

// These packages ship ES modules only. jest loads CommonJS, so they pass through swc like the sources do.
const esModulePackages = ['@nestjs/', 'jose/'];

const commonjs = { type: 'commonjs' };
const typescript = {
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  target: 'es2023',
  keepClassNames: true,
};
const javascript = { parser: { syntax: 'ecmascript' }, target: 'es2023' };

const project = (displayName, testMatch, extra = {}) => ({
  displayName,
  rootDir: __dirname,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testEnvironment: 'node',
  // Not below TMPDIR, which `npm test` creates for each run.
  cacheDirectory: join(__dirname, 'node_modules/.cache/jest'),
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
  transform: {
    '\\.ts$': ['@swc/jest', { swcrc: false, sourceMaps: 'inline', jsc: typescript, module: commonjs }],
    '\\.m?js$': ['@swc/jest', { swcrc: false, jsc: javascript, module: commonjs }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModulePackages.join('|')}))`],
  moduleNameMapper: {
    '^@payments/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    // The real file first: packages import relative .js files too, and some of them ship their .ts beside it.
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'],
  },
  ...extra,
});

const database = {
  globalSetup: join(__dirname, 'test/setup/global-setup.ts'),
  globalTeardown: join(__dirname, 'test/setup/global-teardown.ts'),
};

/** @type {import('jest').Config} */
module.exports = {
  // Half of the time a suite waits for processes and the database, so two cores have room for four.
  maxWorkers: 4,
  // The one limit for a test: it ends what hangs. A busy machine makes a test slow, not wrong.
  testTimeout: 600_000,
  reporters: ['default', '<rootDir>/test/setup/progress.cjs'],
  workerIdleMemoryLimit: '512MB',
  projects: [
    project('unit', ['{apps,libs}/**/*.spec.ts', 'test/{architecture,bank,bench,chaos}/**/*.spec.ts']),
    project('integration', ['{apps,libs,test}/**/*.int-spec.ts'], database),
    project('e2e', ['test/e2e/**/*.e2e-spec.ts'], database),
  ],
};
