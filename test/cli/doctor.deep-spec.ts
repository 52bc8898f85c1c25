import { generateKeyRing, loadConfig } from '@payments/config';
import type { Config } from '@payments/config';
import { Health, OperationsServer } from '@payments/http';
import { withApplication } from '../../apps/cli/src/support/application.js';
import { queueFinding, redisFinding } from '../../apps/cli/src/support/doctor/queue.js';
import {
  citusQueueFindings,
  clockFinding,
  standingFindings,
  storedFindings,
} from '../../apps/cli/src/support/doctor/database-state.js';
import {
  addressFindings,
  diskFinding,
  portalFinding,
  roomFinding,
} from '../../apps/cli/src/support/doctor/environment-checks.js';
import { diagnose } from '../../apps/cli/src/support/doctor/diagnose.js';
import { memoryFindings, serviceFindings } from '../../apps/cli/src/support/doctor/service.js';
import { redrive } from '../../apps/cli/src/support/queues/redrive.js';
import { itOnOneServer } from '../support/skip-unless.js';
import { PortalUser } from '../support/portal-user.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src', 'libs/persistence/src', 'migrations');

const PRODUCTION = {
  ENVIRONMENT: 'production',
  PUBLIC_BASE_URL: 'https://api.example',
  PUBLIC_VAULT_URL: 'https://vault.example',
  PROCESSOR: 'http',
  PROCESSOR_URL: 'http://127.0.0.1:1',
  PROCESSOR_TOKEN: 'x',
};

describe('payments doctor', () => {
  let service: TestService;
  let enterprise: string;
  let user: PortalUser;
  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const found = async (config: Partial<Config> = {}) => {
    const findings = await storedFindings({ ...service.database.config, ...config });
    for (const { status, remedy } of findings) expect(remedy === undefined).toBe(status === 'ok');
    return Object.fromEntries(findings.map(({ name, status, value }) => [name, `${status}: ${value}`]));
  };

  beforeAll(async () => {
    service = await startTestService();
    const created = await service.createEnterprise();
    enterprise = created.enterprise_id;
    user = await PortalUser.login(service.api, created.user);
    await query(`DELETE FROM platform.tasks`);
    await query(
      `INSERT INTO platform.invariant_runs (enterprise_id, checked_at, checked_until) VALUES ($1, now(), now())`,
      [enterprise],
    );
  });
  afterAll(() => service.stop());

  it('finds a sound database sound', async () => {
    expect(await found()).toEqual({
      'row-level security': 'ok: every enterprise sees only its own rows',
      monitoring: 'ok: sessions, sizes and standbys of the server are visible',
      collation: expect.stringMatching(/^ok: /),
      clock: expect.stringMatching(/^ok: /),
      'encrypted data': 'ok: the key ring unwraps the keys of 1 enterprise',
      'token issuer': 'ok: http://localhost:0',
      'vault address': 'ok: http://localhost:0',
      outbox: expect.stringMatching(/^ok: /),
      'dead letters': 'ok: 0',
      invariants: 'ok: 0 violations, last checked 0 min ago',
      reconciliation: 'ok: 0 open breaks',
      approvals: 'ok: every policy has its approvers',
      'client owners': 'ok: every enabled client has one',
    });
  });

  it('names the enabled clients that nobody owns', async () => {
    const [owned] = await query<{ owner: string; client_id: string }>('SELECT owner, client_id FROM auth.clients');
    await query(`UPDATE auth.clients SET owner = NULL`);
    const { 'client owners': owners } = await found();
    expect(owners).toMatch(/^warn: none, so nobody who manages clients may approve/);
    expect(owners).toContain(owned!.client_id);
    await query(`UPDATE auth.clients SET owner = $1`, [owned!.owner]);
  });

  it('finds policies that too few users can satisfy', async () => {
    await query(
      `INSERT INTO controls.policies (enterprise_id, id, name, applies_to, conditions, required, approvers,
         expires_after_hours, step_up, enabled, version, created_at, updated_at, updated_by)
       VALUES ($1, gen_random_uuid(), 'Two', '{transfer}', '[]', 2, '{"roles": ["admin"]}', 72, false, true, 1, now(), now(), 'x')`,
      [enterprise],
    );
    expect((await found())['approvals']).toMatch(/^warn: too few users: .*: Two$/);
    await query(`DELETE FROM controls.policies`);
  });

  it('finds a key ring that is not the one the data was sealed with', async () => {
    const keyRing = JSON.stringify(generateKeyRing());
    const findings = await found({
      keyRing,
      databaseUrl: service.database.appUrl,
      databaseAdminUrl: service.database.adminUrl,
    });
    expect(findings['encrypted data']).toMatch(/^fail: not unwrapped: /);
  });

  it('finds a PUBLIC_BASE_URL that is not the issuer of the other apis', async () => {
    const findings = await found({ publicBaseUrl: 'https://other.example' });
    expect(findings['token issuer']).toBe('fail: http://localhost:0, but PUBLIC_BASE_URL is https://other.example');
  });

  it('finds a PUBLIC_VAULT_URL that is not that of the other apis', async () => {
    const findings = await found({ publicVaultUrl: 'https://other.example' });
    expect(findings['vault address']).toBe('fail: http://localhost:0, but PUBLIC_VAULT_URL is https://other.example');
  });

  it('finds a wall that is down', async () => {
    await query(`ALTER TABLE platform.audit NO FORCE ROW LEVEL SECURITY`);
    expect((await found())['row-level security']).toBe('fail: tables without it: platform.audit');
    await query(`ALTER TABLE platform.audit FORCE ROW LEVEL SECURITY`);
  });

  const itOnOne = itOnOneServer('the collation of one server is changed');

  itOnOne('finds indexes that were built by another version of the collation', async () => {
    const change = (set: string) => query(`UPDATE pg_database SET ${set} WHERE datname = current_database()`);
    const [before] = await query<{ set: string }>(
      `SELECT format('datlocprovider = %L, datlocale = %L, datcollversion = %L', datlocprovider, datlocale, datcollversion) AS set
       FROM pg_database WHERE datname = current_database()`,
    );
    await change(`datlocprovider = 'b', datlocale = 'C.UTF-8', datcollversion = '0'`);
    expect((await found())['collation']).toBe(
      'fail: indexes were built by version 0, and the server sorts by 1: rows may not be found',
    );
    await change(before!.set);
    expect((await found())['collation']).toMatch(/^ok: /);
  });

  it.each([
    [368, 512, 'ok'],
    [368, 400, 'warn'],
    [2_240, 512, 'warn'],
  ])('rates a heap of up to %d MiB in %d MiB of memory: %s', (heap, memory, status) => {
    const metrics = `payments_process_heap_limit_bytes ${heap * 1024 ** 2}\npayments_process_memory_limit_bytes ${memory * 1024 ** 2}\n`;
    const value = `a heap of up to ${heap} MiB, in ${memory} MiB`;
    expect(memoryFindings('worker', metrics)).toMatchObject([{ name: 'worker memory', status, value }]);
    expect(memoryFindings('worker', '')).toEqual([]);
  });

  it('reads the limits and the failing checks of a process, and in production advises nothing that is not there', async () => {
    const port = await service.api.get(OperationsServer).listen(0, '127.0.0.1');
    let isWell = true;
    service.api.get(Health).watch('planted', () => isWell);
    const config = { ...service.database.config, port, vaultPort: port, metricsPort: port };
    const findings = async () =>
      (await serviceFindings(config, { expected: false, isProduction: true })).map((each) =>
        Object.values(each).join(),
      );
    expect(await findings()).toEqual([
      ...['api', 'vault', 'metrics'].map((name) => `${name},ok,http://127.0.0.1:${port}`),
      `worker,warn,http://127.0.0.1:${port + 1} does not respond,start it, or run the doctor where it runs`,
      expect.stringMatching(/^api memory,(ok|warn),a heap of up to \d+ MiB, in \d+ MiB/),
    ]);
    isWell = false;
    expect((await findings())[0]).toContain(`api,fail,http://127.0.0.1:${port} is not_ready: planted down`);
    for (const DATABASE_URL of ['', 'postgres://payments_service@127.0.0.1:1/payments']) {
      const environment = { ...PRODUCTION, KEY_RING: JSON.stringify(generateKeyRing()), DATABASE_URL };
      const all = await diagnose(environment);
      expect(all.map(({ name }) => name)).toContain('database');
      expect(JSON.stringify(all)).not.toMatch(/npm start|DATA_DIR/);
    }
  });

  it('finds overdue tasks', async () => {
    await query(
      `INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, request_id)
       VALUES ($1, gen_random_uuid(), 'none', gen_random_uuid(), now() - interval '11 minutes', 'x')`,
      [enterprise],
    );
    expect((await found())['outbox']).toMatch(/^fail: the oldest due task has waited 66\d s/);
    await query(`UPDATE platform.tasks SET run_at = now() - interval '2 minutes'`);
    expect((await found())['outbox']).toMatch(/^warn: /);
    await query(`DELETE FROM platform.tasks`);
  });

  it('finds dead letters until they are taken up again, and says how', async () => {
    await query(
      `INSERT INTO platform.dead_letters
       SELECT $1, gen_random_uuid(), queue, gen_random_uuid(), 'failed', 'x', 1000, 'x', now(), now()
       FROM unnest('{webhook-deliveries,webhook-deliveries,transfer-results}'::text[]) AS queue`,
      [enterprise],
    );
    const finding = async () =>
      (await storedFindings(service.database.config)).find(({ name }) => name === 'dead letters');
    const remedy = expect.stringContaining('payments queues redrive') as string;
    expect(await finding()).toEqual({ name: 'dead letters', status: 'fail', value: '3', remedy });
    expect(await healthOf(user)).toMatchObject({ dead_letters: 3, reasons: ['dead_letters'] });
    await withApplication(service.database.config, (app) => redrive(app, { queue: 'webhook-deliveries' }));
    expect((await found())['dead letters']).toBe('fail: 1');
    await withApplication(service.database.config, (app) => redrive(app, {}));
    expect((await found())['dead letters']).toBe('ok: 0');
    await query(`DELETE FROM platform.tasks`);
  });

  it('finds violations, open breaks, and overdue checks', async () => {
    await query(`INSERT INTO platform.invariant_violations VALUES ($1, 'x', 'y', 'z', now(), now())`, [enterprise]);
    await query(
      `INSERT INTO transfers.reconciliation_breaks VALUES ($1, 'P1', 'missing', 'a', 'b', now(), now(), now(), NULL)`,
      [enterprise],
    );
    expect(await found()).toMatchObject({
      invariants: expect.stringMatching(/^fail: 1 violation,/) as string,
      reconciliation: 'fail: 1 open break',
    });
    expect(await healthOf(user)).toMatchObject({
      ...{ status: 'degraded', violations: 1, open_breaks: 1 },
      reasons: expect.arrayContaining(['invariant_violations', 'open_breaks']) as unknown,
    });
    await query(`DELETE FROM platform.invariant_violations`);
    await query(`UPDATE transfers.reconciliation_breaks SET resolved_at = now()`);
    await query(`UPDATE platform.invariant_runs SET checked_until = now() - interval '25 hours'`);
    expect(await found()).toMatchObject({
      invariants: expect.stringMatching(/^warn: 0/) as string,
      reconciliation: 'ok: 0 open breaks',
    });
    expect(await healthOf(user)).toMatchObject({ violations: 0, open_breaks: 0 });
  });

  it('checks clocks, disk space, dead letters, and a database never checked before', () => {
    const clock = (aheadMs: number, uncertainMs = 1) => clockFinding({ aheadMs, uncertainMs });
    expect([0, 3_000, -31_000].map((ms) => clock(ms).status)).toEqual(['ok', 'warn', 'fail']);
    expect(clock(3_000, 2_000).status).toBe('ok');
    expect([clock(90_000).value, clock(-90_000).value]).toEqual([
      '90.0 s ahead of the database',
      '90.0 s behind the database',
    ]);
    expect([3, 1, 0.1].map((gib) => roomFinding(gib * 1024 ** 3).status)).toEqual(['ok', 'warn', 'fail']);
    expect(diskFinding(__dirname)).toMatchObject({ name: 'disk space' });
    expect(diskFinding(`${__dirname}/none`)).toBeUndefined();
    const standing = {
      oldestDueMs: 0,
      deadLetters: 2,
      violations: 0,
      lastCheckMs: undefined,
      openBreaks: 0,
      unsatisfiable: [],
      ownerless: [],
    };
    expect(standingFindings(standing).map(({ status }) => status)).toEqual(['ok', 'fail', 'warn', 'ok', 'ok', 'ok']);
  });

  it('rates unencrypted addresses by the risk', () => {
    const config = {
      ...service.database.config,
      publicBaseUrl: 'http://api.example.com',
      publicVaultUrl: 'https://v.example.com',
    };
    const remote = {
      ...config,
      databaseUrl: 'postgres://u:p@db.example.com/x',
      queueUrl: 'redis://:secret@redis.example.com',
    };
    expect(addressFindings(remote).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'public URLs warn',
      'database connection warn',
      'queue connection warn',
    ]);
    expect(JSON.stringify(addressFindings(remote))).not.toContain('secret');
    expect(addressFindings({ ...remote, environment: 'production' })[0]!.status).toBe('fail');
    const encrypted = {
      ...remote,
      publicBaseUrl: 'https://a.example.com',
      databaseUrl: `${remote.databaseUrl}?sslmode=verify-full`,
      queueUrl: 'rediss://r.example.com',
    };
    expect(addressFindings(encrypted).map(({ status }) => status)).toEqual(['ok']);
  });

  it('wants the queue of a distributed database in Redis', () => {
    expect(citusQueueFindings('redis://localhost')).toEqual([]);
    for (const url of [undefined, 'postgres://localhost/queue']) {
      expect(citusQueueFindings(url)).toMatchObject([{ status: 'warn', remedy: 'set QUEUE_URL to a Redis' }]);
    }
  });

  it('names each remote host without encryption', () => {
    const found = addressFindings({
      ...service.database.config,
      databaseUrl: 'postgres://u:secret@a.example.com,b.example.com/x',
      queueUrl: 'redis+sentinel://:secret@s.example.com,localhost/mymaster',
    });
    expect(found.map(({ value }) => value).slice(1)).toEqual([
      'a.example.com, b.example.com: encryption is not required',
      's.example.com: not encrypted',
    ]);
  });

  it.each([
    ['redis://127.0.0.1:1', 'Redis, 127.0.0.1:1: '],
    [
      'redis+sentinel://:secret@127.0.0.1:1,127.0.0.1:2/mymaster',
      'Redis, master mymaster of the sentinels 127.0.0.1:1, ',
    ],
    ['redis+cluster://:secret@127.0.0.1:1,127.0.0.1:2', 'Redis cluster, 127.0.0.1:1, 127.0.0.1:2: '],
  ])('fails for a Redis that does not respond at %s, without the password', async (queueUrl, value) => {
    const finding = await queueFinding({ ...service.database.config, queueUrl });
    expect(finding).toMatchObject({ status: 'fail', remedy: 'check QUEUE_URL' });
    expect(finding.value).toContain(value);
    expect(JSON.stringify(finding)).not.toContain('secret');
  });

  it('says where the portal is, and why it is nowhere', () => {
    const finding = (settings: object) => portalFinding({ ...loadConfig({}), ...settings });
    expect(finding({})).toEqual({ name: 'portal', status: 'ok', value: 'http://localhost:3000/portal' });
    expect(finding({ portal: false })).toMatchObject({ status: 'ok', value: 'off' });
    expect(finding({ environment: 'production' })).toMatchObject({ status: 'warn', remedy: expect.any(String) });
    expect(finding({ environment: 'production', publicBaseUrl: 'https://pay.example' }).status).toBe('ok');
  });

  it.each([
    ['maxmemory_policy:noeviction\r\naof_enabled:1\r\n', 'ok'],
    ['maxmemory_policy:allkeys-lru\r\naof_enabled:1\r\n', 'warn'],
    // The queue needs no file.
    ['maxmemory_policy:noeviction\r\naof_enabled:0\r\n', 'ok'],
    ['redis_version:7\r\n', 'ok'],
  ])('checks a Redis that reports %j', (info, status) => {
    expect(redisFinding('Redis', info).status).toBe(status);
  });
});

/** What the portal tells the enterprise of a user. */
const healthOf = async (user: PortalUser) => (await user.get('/portal/health')).body['health'];
