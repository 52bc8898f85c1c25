import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Cruise {
  summary: {
    violations: { from: string; rule: { name: string } }[];
    ruleSetUsed: { forbidden: { name: string }[] };
  };
}

type Files = Record<string, readonly string[]>;

const root = join(__dirname, '../..');
const rooms = ['config', 'observability', 'http-client', 'persistence', 'messaging', 'http', 'runtime', 'quickstart'];
const libraries = ['client', 'kernel', 'testing'];
const contexts = readdirSync(join(root, 'libs')).filter((name) => ![...rooms, ...libraries].includes(name));
/** A context that another one may not import, where that is not `transfers`. */
const strangers: Readonly<Record<string, string>> = {
  ...{ auth: 'customers', customers: 'accounts', transfers: 'customers', schedules: 'accounts', bulk: 'accounts' },
  ...{ controls: 'auth', verify: 'webhooks' },
};

/** What the rules must let pass: each file with all that it imports. */
const lawful: Files = {
  ...Object.fromEntries(['kernel', ...rooms, ...contexts].map((name) => [`libs/${name}/src/index.ts`, []])),
  'libs/client/src/index.ts': ['node:crypto', './api.js'],
  'libs/client/src/api.ts': [],
  'libs/persistence/src/index.ts': ['@payments/kernel', '@payments/observability', 'typeorm', 'node:crypto'],
  'libs/runtime/src/index.ts': ['@payments/http', '@payments/messaging', '@payments/persistence'],
  'libs/testing/src/index.ts': ['@payments/transfers', 'fast-check'],
  'libs/transfers/src/domain/transfer.ts': ['@payments/kernel', './transfer-status.js'],
  'libs/transfers/src/domain/transfer-status.ts': [],
  'libs/transfers/src/domain/transfer.spec.ts': ['./transfer.js', '@payments/testing', 'fast-check'],
  'libs/transfers/src/application/create-transfer.ts': [
    '../domain/transfer.js',
    '@nestjs/common',
    '@payments/accounts',
    '@payments/kernel',
    '@payments/ledger',
    '@payments/messaging',
    '@payments/persistence',
  ],
  'libs/transfers/src/infrastructure/http/transfers.controller.ts': [
    '../../application/create-transfer.js',
    '@payments/http',
  ],
  'libs/transfers/src/infrastructure/persistence/transfer.schema.ts': ['../../domain/transfer.js', 'typeorm'],
  'libs/transfers/src/transfers.module.ts': ['./infrastructure/http/transfers.controller.js', '@nestjs/common'],
  'libs/transfers/src/transfers.context.ts': [
    './infrastructure/persistence/transfer.schema.js',
    '@payments/persistence',
  ],
  'libs/accounts/src/accounts.module.ts': ['@payments/customers'],
  'libs/rails/src/application/cut-file.ts': ['@payments/ledger'],
  'libs/subledgers/src/application/create-book-transfer.ts': ['@payments/ledger', '@payments/customers'],
  'libs/schedules/src/application/run-schedules.ts': ['@payments/transfers'],
  'libs/controls/src/application/judge-transfers.ts': ['@payments/transfers'],
  'libs/bulk/src/application/start-bulk.ts': ['@payments/transfers', '@payments/ledger'],
  'libs/reports/src/application/ledger-period.ts': ['@payments/ledger'],
  'libs/verify/src/application/submit-probes.ts': ['@payments/transfers', '@payments/accounts', '@payments/customers'],
  'libs/transfers/src/infrastructure/bank-rails/bank-processor.ts': ['@payments/rails'],
  'apps/api/src/description/texts.ts': ['@payments/auth', '@payments/http', '@payments/webhooks'],
  'apps/bank/src/main.ts': ['node:fs', 'ssh2', './journal/journal.js'],
  'apps/bank/src/journal/journal.ts': [],
  'apps/bank/src/journal/journal.spec.ts': ['./journal.js', 'fast-check'],
  'apps/portal/src/main.tsx': ['react', './app/shell.js', './pages/home/home-page.js'],
  'apps/portal/src/app/shell.tsx': ['@tanstack/react-router'],
  'apps/portal/src/api/client.ts': ['openapi-fetch', '@payments/client'],
  'apps/portal/src/pages/home/home-page.tsx': ['./figures.js', '../../api/client.js'],
  'apps/portal/src/pages/home/figures.tsx': ['react'],
  'apps/portal/src/pages/home/figures.spec.ts': ['./figures.js', 'fast-check'],
  'apps/api/src/main.ts': ['@payments/auth', '@payments/transfers', '@payments/runtime'],
  'migrations/0001-first.ts': ['typeorm'],
};

const plant = (rule: string, file: string, ...imports: string[]) => ({ rule, file, imports });

const plants = [
  plant('domain-imports-kernel', 'libs/transfers/src/domain/a.ts', '@payments/persistence'),
  plant('domain-imports-kernel', 'libs/transfers/src/domain/b.ts', '@nestjs/common'),
  plant('domain-imports-kernel', 'libs/transfers/src/domain/c.ts', '../application/create-transfer.js'),
  plant('domain-imports-kernel', 'libs/transfers/src/domain/d.ts', '@payments/accounts'),
  plant('domain-imports-kernel', 'libs/transfers/src/domain/e.ts', 'node:crypto'),
  plant('application-imports-ports', 'libs/transfers/src/application/a.ts', 'typeorm'),
  plant(
    'application-imports-ports',
    'libs/transfers/src/application/b.ts',
    '../infrastructure/persistence/transfer.schema.js',
  ),
  plant('application-imports-ports', 'libs/accounts/src/application/a.ts', '../../../transfers/src/domain/transfer.js'),
  plant('application-imports-ports', 'libs/transfers/src/application/c.ts', '@payments/testing'),
  plant('http-avoids-persistence', 'libs/transfers/src/infrastructure/http/a.ts', '../persistence/transfer.schema.js'),
  plant(
    'persistence-avoids-http',
    'libs/transfers/src/infrastructure/persistence/a.ts',
    '../http/transfers.controller.js',
  ),
  plant('kernel-stands-alone', 'libs/kernel/src/a.ts', 'zod'),
  plant('kernel-stands-alone', 'libs/kernel/src/b.ts', 'node:crypto'),
  plant('kernel-stands-alone', 'libs/kernel/src/c.ts', '@payments/config'),
  plant('client-stands-alone', 'libs/client/src/a.ts', '@payments/kernel'),
  plant('client-stands-alone', 'libs/client/src/b.ts', 'typeorm'),
  plant('bank-stands-alone', 'apps/bank/src/a.ts', '@payments/rails'),
  plant('bank-stands-alone', 'apps/bank/src/b.ts', '@payments/kernel'),
  plant('bank-stands-alone', 'apps/bank/src/c.ts', 'zod'),
  plant('portal-stands-alone', 'apps/portal/src/a.ts', 'zod'),
  plant('portal-stands-alone', 'apps/portal/src/b.ts', '@payments/kernel'),
  plant('portal-stands-alone', 'apps/portal/src/c.ts', 'node:fs'),
  plant('pages-avoid-pages', 'apps/portal/src/pages/transfers/a.tsx', '../home/home-page.js'),
  plant('contexts-avoid-processes', 'libs/transfers/src/infrastructure/rail/d.ts', '@payments/runtime'),
  plant('application-imports-ports', 'libs/transfers/src/application/e.ts', '@payments/quickstart'),
  plant('edges-of-config', 'libs/config/src/a.ts', '@payments/kernel'),
  plant('edges-of-observability', 'libs/observability/src/a.ts', '@payments/persistence'),
  plant('edges-of-http-client', 'libs/http-client/src/a.ts', '@payments/http'),
  plant('edges-of-persistence', 'libs/persistence/src/a.ts', '@payments/messaging'),
  plant('edges-of-messaging', 'libs/messaging/src/a.ts', '@payments/http'),
  plant('edges-of-http', 'libs/http/src/a.ts', '@payments/transfers'),
  plant('edges-of-http', 'libs/http/src/openapi/a.ts', '@payments/webhooks'),
  plant('edges-of-http', 'libs/http/src/openapi/b.ts', '../../../../apps/api/src/description/texts.js'),
  plant('edges-of-runtime', 'libs/runtime/src/a.ts', '../../../apps/api/src/main.js'),
  plant('edges-of-quickstart', 'libs/quickstart/src/a.ts', '@payments/runtime'),
  ...contexts.map((name) =>
    plant(
      `edges-of-${name}`,
      `libs/${name}/src/application/stranger.ts`,
      `@payments/${strangers[name] ?? 'transfers'}`,
    ),
  ),
  plant('edges-of-transfers', 'libs/transfers/src/infrastructure/http/b.ts', '@payments/auth'),
  plant('edges-of-ledger', 'libs/ledger/src/ledger.module.ts', '@payments/accounts'),
  plant('known-folders', 'libs/refunds/src/index.ts', '@payments/kernel'),
  plant('known-folders', 'libs/transfers/src/shared/a.ts', '@payments/kernel'),
  plant(
    'libraries-meet-through-index',
    'libs/transfers/src/infrastructure/rail/a.ts',
    '../../../../accounts/src/accounts.module.js',
  ),
  plant('libraries-meet-through-index', 'libs/testing/src/a.ts', '../../transfers/src/domain/transfer.js'),
  plant('apps-import-through-index', 'apps/api/src/a.ts', '../../../libs/transfers/src/domain/transfer.js'),
  plant('apps-stay-apart', 'apps/worker/src/a.ts', '../../api/src/main.js'),
  plant('servers-avoid-quickstart', 'apps/api/src/b.ts', '@payments/quickstart'),
  plant('libs-avoid-apps', 'libs/transfers/src/infrastructure/rail/b.ts', '../../../../../apps/api/src/main.js'),
  plant('migrations-avoid-contexts', 'migrations/0002-second.ts', '@payments/transfers'),
  plant('testing-stays-in-tests', 'libs/transfers/src/infrastructure/rail/c.ts', '@payments/testing'),
  plant('no-dev-dependencies', 'apps/worker/src/b.ts', 'fast-check'),
  plant('no-undeclared-packages', 'apps/worker/src/c.ts', 'left-pad'),
  plant('no-unresolvable', 'apps/worker/src/d.ts', './nowhere.js'),
  plant('no-cycles', 'libs/transfers/src/domain/cycle.ts', './way-back.js'),
];

/** Type-only imports throughout: if the rules saw values alone, every plant would go unnoticed. */
const source = (imports: readonly string[]) => imports.map((name) => `import type {} from '${name}';\n`).join('');

function write(tree: string, path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

function cruise(files: Files): Cruise['summary'] {
  const tree = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
  try {
    cpSync(join(root, 'tsconfig.json'), join(tree, 'tsconfig.json'));
    const dependencies = { '@nestjs/common': '*', ssh2: '*', typeorm: '*', zod: '*' };
    const devDependencies = { 'fast-check': '*', react: '*', '@tanstack/react-router': '*', 'openapi-fetch': '*' };
    write(tree, 'package.json', JSON.stringify({ dependencies, devDependencies }));
    for (const name of [...Object.keys({ ...dependencies, ...devDependencies }), 'left-pad']) {
      write(tree, `node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
      write(tree, `node_modules/${name}/index.js`, '');
    }
    for (const [path, imports] of Object.entries(files)) write(tree, path, source(imports));
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const config = join(root, '.dependency-cruiser.cjs');
    const output = execFileSync(
      process.execPath,
      [program, '--config', config, '--output-type', 'json', 'apps', 'libs', 'migrations'],
      { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26 },
    );
    return (JSON.parse(output) as Cruise).summary;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

describe('the dependency rules', () => {
  let summary: Cruise['summary'];
  const firedAt = (file: string) => [
    ...new Set(summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)),
  ];

  beforeAll(() => {
    const planted = Object.fromEntries(plants.map(({ file, imports }) => [file, imports]));
    summary = cruise({ ...lawful, ...planted, 'libs/transfers/src/domain/way-back.ts': ['./cycle.js'] });
  });

  it.each(plants)('$rule fires, alone, for $file importing $imports', ({ rule, file }) => {
    expect(firedAt(file)).toEqual([rule]);
  });

  it.each(Object.keys(lawful))('nothing fires for the lawful imports of %s', (file) => {
    expect(firedAt(file)).toEqual([]);
  });

  it('every rule has a planted violation', () => {
    const rules = summary.ruleSetUsed.forbidden.map(({ name }) => name);
    expect(new Set(plants.map(({ rule }) => rule))).toEqual(new Set(rules));
  });

  it('every folder of libs is covered: a library by name, a room or a context by its list of edges', () => {
    const rules = summary.ruleSetUsed.forbidden.map(({ name }) => name).filter((name) => name.startsWith('edges-of-'));
    expect(rules.sort()).toEqual([...rooms, ...contexts].map((name) => `edges-of-${name}`).sort());
  });
});
