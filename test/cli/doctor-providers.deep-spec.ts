import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@payments/kernel';
import { generateKeyRing, loadConfig } from '@payments/config';
import { Health } from '@payments/http';
import { eventually } from '@payments/testing';
import { providerFindings } from '../../apps/cli/src/support/doctor/providers.js';
import { MockProcessor } from '../support/e2e/mock-processor.js';
import { Program } from '../support/e2e/program.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src', 'libs/verify/src');

const LIST = 'ent_num,SDN_Name\n1,FAKEMAN\n';
const KEY_RING = JSON.stringify(generateKeyRing());

describe('the providers that workers need', () => {
  let mock: MockProcessor;
  let folder: string;
  let list: string;

  beforeAll(async () => {
    mock = await MockProcessor.start();
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
    list = join(folder, 'list.csv');
  });
  beforeEach(() => writeFileSync(list, LIST));
  afterAll(async () => {
    await mock.stop();
    rmSync(folder, { recursive: true });
  });

  const screening = () => ({ VERIFICATION_PROVIDER: 'rules', SCREENING_LIST_FILE: list });

  describe('payments doctor', () => {
    const found = async (settings: Record<string, string>, now?: Date) =>
      (await providerFindings(loadConfig({ KEY_RING, ...settings }), now)).map((finding) => ({ ...finding }));

    it('looks at neither in a sandbox without them', async () => {
      expect(await found({})).toEqual([]);
    });

    it('finds a bank connector that accepts its token', async () => {
      expect(await found(mock.settings)).toEqual([{ name: 'bank connector', status: 'ok', value: mock.url }]);
    });

    it('finds a refused token, and does not show it', async () => {
      const [finding] = await found({ ...mock.settings, PROCESSOR_TOKEN: 'wrong-token' });
      expect(finding).toMatchObject({
        status: 'fail',
        value: expect.stringContaining('401') as string,
        remedy: expect.stringContaining('PROCESSOR_TOKEN') as string,
      });
      expect(JSON.stringify(finding)).not.toContain('wrong-token');
    });

    it('finds a token file that is missing', async () => {
      const { PROCESSOR_TOKEN: _, ...settings } = mock.settings;
      const [finding] = await found({ ...settings, PROCESSOR_TOKEN_FILE: join(folder, 'none') });
      expect(finding).toMatchObject({
        status: 'fail',
        remedy: expect.stringContaining('PROCESSOR_TOKEN_FILE') as string,
      });
    });

    it('finds a connector that cannot be reached', async () => {
      const [finding] = await found({ ...mock.settings, PROCESSOR_URL: 'http://127.0.0.1:1' });
      expect(finding).toMatchObject({ status: 'fail', remedy: expect.stringContaining('PROCESSOR_URL') as string });
    });

    it('finds a program that is no bank connector', async () => {
      const server: Server = createServer((_, response) => response.end('{"hello":"world"}')).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const [finding] = await found({ ...mock.settings, PROCESSOR_URL: url });
      expect(finding).toMatchObject({
        status: 'fail',
        remedy: expect.stringContaining('docs/reference/processor.md') as string,
      });
      server.close();
    });

    it('finds a screening list, and one that is old', async () => {
      expect(await found(screening())).toMatchObject([
        { name: 'screening list', status: 'ok', value: expect.stringContaining('1 entry,') as string },
      ]);
      const old = await found(screening(), new Date(Date.now() + 31 * DAY_MS));
      expect(old).toMatchObject([
        { status: 'warn', value: expect.stringMatching(/ installed 31 days ago$/) as string },
      ]);
    });

    it('finds a screening list that is missing, unset or broken', async () => {
      rmSync(list);
      writeFileSync(join(folder, 'broken.csv'), 'neither,this\nnor,that\n');
      for (const SCREENING_LIST_FILE of [list, '', join(folder, 'broken.csv')]) {
        const [finding] = await found({ ...screening(), SCREENING_LIST_FILE });
        expect(finding).toMatchObject({
          status: 'fail',
          remedy: expect.stringContaining('SCREENING_LIST_FILE') as string,
        });
      }
    });
  });

  describe('worker readiness', () => {
    let service: TestService;
    afterEach(() => service.stop());

    it('is degraded while the connector is down, refuses the token, or the list is gone', async () => {
      service = await startTestService({ ...mock.settings, ...screening(), LOG_LEVEL: 'silent' });
      const worker = await service.startWorker();
      const becomes = (checks: Record<string, string>, status: string) =>
        eventually(`${status} ${JSON.stringify(checks)}`, async () => {
          const ready = await worker.get(Health).readiness();
          return (
            ready.status === status && Object.entries(checks).every(([name, state]) => ready.checks[name] === state)
          );
        });
      await becomes({ processor: 'ok', screening: 'ok' }, 'ready');
      await mock.kill();
      await becomes({ processor: 'degraded', screening: 'ok' }, 'degraded');
      await mock.start();
      await becomes({ processor: 'ok' }, 'ready');
      rmSync(list);
      await becomes({ processor: 'ok', screening: 'degraded' }, 'degraded');
    });

    it('is degraded while the connector refuses the token', async () => {
      service = await startTestService({ ...mock.settings, PROCESSOR_TOKEN: 'wrong', LOG_LEVEL: 'silent' });
      const worker = await service.startWorker();
      await eventually(
        'degraded',
        async () => (await worker.get(Health).readiness()).checks['processor'] === 'degraded',
      );
      expect((await worker.get(Health).readiness()).status).toBe('degraded');
    });
  });

  describe('an api', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService();
    });
    afterAll(() => service.stop());

    it.each([
      ['SCREENING_LIST_FILE', { VERIFICATION_PROVIDER: 'rules' }],
      ['SCREENING_LIST_FILE', { VERIFICATION_PROVIDER: 'rules', SCREENING_LIST_FILE: '/nowhere.csv' }],
      [
        'PROCESSOR_TOKEN_FILE',
        { PROCESSOR: 'http', PROCESSOR_URL: 'http://127.0.0.1:1', PROCESSOR_TOKEN_FILE: '/none' },
      ],
      ['METRICS_PORT', { METRICS_PORT: '65535' }],
    ])('refuses to start where no worker could run: %s %j', async (setting, settings) => {
      const outcomes = (['api', 'worker'] as const).map(async (app) => {
        const environment = { ...service.database.environment, ...(settings as Record<string, string>) };
        const { code, stdout } = await new Program(app, { settings: environment }).ended;
        expect(code).toBe(1);
        return String((JSON.parse(stdout) as { reason: string }).reason);
      });
      for (const reason of await Promise.all(outcomes)) expect(reason).toContain(setting);
    });
  });
});
