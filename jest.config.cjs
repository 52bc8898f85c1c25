const { join } = require('node:path');

// These packages ship ES modules only. jest loads CommonJS, so they pass through swc like the sources do.
const esModulePackages = ['@nestjs/', 'jose/'];

const transform = join(__dirname, 'test/setup/transform.cjs');
// In files of their own: inline, they are most of what is read of each module.
const sourceMaps = true;
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
  // The name of the cache, which all projects share: they differ only in what they run.
  id: 'payments',
  rootDir: __dirname,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testEnvironment: 'node',
  // Not below TMPDIR, which `npm test` creates for each run.
  cacheDirectory: join(__dirname, 'node_modules/.cache/jest'),
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
  transform: {
    '\\.ts$': [transform, { swcrc: false, sourceMaps, jsc: typescript, module: commonjs }],
    '\\.m?js$': [transform, { swcrc: false, sourceMaps, jsc: javascript, module: commonjs }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModulePackages.join('|')}))`],
  resolver: join(__dirname, 'test/setup/resolver.cjs'),
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
    // What `npm test` leaves out. `npm run test:deep` runs it, one suite at a time.
    project('deep', ['{apps,libs,test}/**/*.deep-spec.ts'], database),
  ],
};
