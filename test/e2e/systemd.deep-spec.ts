import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import type { Ports } from '../support/e2e/free-ports.js';
import { MockProcessor } from '../support/e2e/mock-processor.js';
import { Program } from '../support/e2e/program.js';
import { directives, environmentOf } from '../support/systemd.js';
import { guards } from '../support/guards.js';

guards('deploy', 'apps/api/src/main.ts', 'apps/worker/src/main.ts', 'libs/config/src', 'libs/runtime/src');

const SCREENING = 'ent_num,SDN_Name\n9001,"FAKEMAN, Viktor Juri"\n';

describe('the systemd units, with the commands and the environment that they name', () => {
  const name = `test_systemd_${process.pid}`;
  const running: Program[] = [];
  let mock: MockProcessor;
  let server: TestDatabase;
  let ports: Ports;
  let etc: string;

  /** What this machine has elsewhere: files, database, ports and the bank connector. */
  const elsewhere = () => {
    const owner = new URL(server.adminUrl);
    owner.pathname = `/${name}`;
    const login = new URL(owner);
    // A separate login: the others of this server have their passwords already.
    Object.assign(login, { username: name, password: 'hexadecimal' });
    const { HOST: _, ...portsOnly } = portSettings(ports);
    const processor = { PROCESSOR_URL: mock.url, PROCESSOR_TOKEN_FILE: join(etc, 'processor-token') };
    const files = { KEY_RING_FILE: join(etc, 'key-ring.json'), SCREENING_LIST_FILE: join(etc, 'list.csv') };
    return { DATABASE_URL: login.href, DATABASE_ADMIN_URL: owner.href, ...portsOnly, ...processor, ...files };
  };

  /** The unit's process; what stands elsewhere replaces what the unit names, and adds nothing but ports. */
  const start = (unit: string): Program => {
    const [command = ''] = directives(unit, 'ExecStart');
    const [, app, args = ''] =
      /^\/usr\/bin\/node (?:--\S+ )*\S+\/dist\/apps\/(\w+)\/src\/main\.js ?(.*)$/.exec(command) ?? [];
    const named = environmentOf(unit, '1');
    const replaced = Object.entries(elsewhere()).filter(([key]) => key in named || key.endsWith('PORT'));
    const settings = { ...named, ...Object.fromEntries(replaced) };
    const program = new Program(app as 'api', { args: args.split(' ').filter(Boolean), settings });
    running.push(program);
    return program;
  };

  const readinessOf = (unit: string) => {
    const [command = ''] = directives(unit, 'ExecStartPost');
    const moved = { ':9464/': `:${ports.metrics}/`, ':9465/': `:${ports.metrics + 1}/`, '%i': '1' };
    const [url = ''] = /http:\S+/.exec(command) ?? [];
    return Object.entries(moved).reduce((text, [from, to]) => text.replace(from, to), url);
  };

  beforeAll(async () => {
    [mock, server, ports] = await Promise.all([MockProcessor.start(), createTestDatabase(), freePorts()]);
    await server.query(`CREATE DATABASE ${name}`);
    etc = mkdtempSync(join(tmpdir(), 'payments-etc-'));
    writeFileSync(join(etc, 'processor-token'), mock.settings['PROCESSOR_TOKEN']!);
    writeFileSync(join(etc, 'list.csv'), SCREENING);
    copyFileSync(server.environment['KEY_RING_FILE']!, join(etc, 'key-ring.json'));
  });

  afterAll(async () => {
    await Promise.all(running.map((program) => program.stop('SIGKILL')));
    await server?.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server?.query(`DROP ROLE IF EXISTS ${name}`);
    await server?.drop();
    await mock?.stop();
    if (etc) rmSync(etc, { recursive: true });
  });

  it('migrate a fresh database, then get api and worker ready', async () => {
    const migrated = await start('payments-migrate.service').ended;
    expect([migrated.code, migrated.stderr]).toEqual([0, expect.stringContaining('applied')]);
    for (const unit of ['payments-api@.service', 'payments-worker@.service']) {
      await start(unit).answers(readinessOf(unit));
    }
    const endings = await Promise.all(running.slice(1).map((program) => program.stop('SIGTERM')));
    expect(endings.map(({ code }) => code)).toEqual([0, 0]);
  });
});
