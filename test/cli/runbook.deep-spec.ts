import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@payments/config';
import { newId } from '@payments/kernel';
import { migrate } from '@payments/messaging';
import { EmbeddedPostgres } from '@payments/quickstart';
import { bankCompany, bankConnection, eventually } from '@payments/testing';
import { Client } from 'pg';
import { parse } from 'yaml';
import { topics } from '../../apps/cli/src/support/inspect/topics.table.js';
import { migrations } from '../../migrations/index.js';
import { runCommand } from '../support/command.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { Program } from '../support/e2e/program.js';
import { describeOnOneServer } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src', 'libs/persistence/src', 'libs/rails/src', 'migrations', 'deploy');

const root = join(__dirname, '../..');
const page = (path: string) => readFileSync(join(root, path), 'utf8');
const runbook = page('docs/operate/runbook.md');
const COMMAND = /npm run -s payments -- ([^\n`|#&]+)/g;
const commands = [...new Set([...runbook.matchAll(COMMAND)].map(([, command = '']) => command.trim()))];

const hex = () => randomBytes(12).toString('hex');
const [ownerPassword, servicePassword] = [hex(), hex()];
const [result, aside, exception, inbound] = [newId(), newId(), newId(), newId()];
const [transfer, configuration] = [newId(), newId()];

/** What each command shows of the faults that are planted, where the documented administrator set the service up. */
const shows: Readonly<Record<string, RegExp>> = {
  doctor: /✖ dead letters +1 .*\n/,
  'queues status': /webhook-deliveries +\d+ +\d+ +\d+ +\d+ s +1\n?/,
  'metrics payments_check_up': /^api payments_check_up\{check="outbox"\} 0$/m,
  'metrics payments_http_request_seconds_count': /^api payments_http_request_seconds_count\{.*status="404"\} 1$/m,
  'metrics payments_webhook_failures_total': /^api # HELP payments_webhook_failures_total /m,
  'metrics payments_clock_skew_seconds': /^api payments_clock_skew_seconds -?[\d.e-]+$/m,
  'inspect connections': /^postgres +planted +idle in transaction +1 +\d+ +\d+$/m,
  'inspect activity':
    /^(\d+) +postgres +planted +idle in transaction .*LOCK TABLE platform\.event_positions[^]*^\d+ +postgres +planted +active +\d+ +Lock +\1 /m,
  'inspect tasks': /^\S+ +webhook-deliveries +1 +1 +\S+ +7 +planted error$/m,
  'inspect events': /^\S+ +1 +2026-01-02T\S+ +2026-01-02T\S+$/m,
  'inspect legs': new RegExp(`${transfer} +PLANTED +ach +submitting`),
  'inspect endpoints': new RegExp(`${configuration} +https://planted\\.example +true +1 .* 12 `),
  'inspect returns': /planted-originator +200 +3 +2 +9$/m,
  'inspect return-codes': /R10 +4$/m,
  'inspect storage': /^\d+ [kMG]B +\d+ [kMG]B +[\d.]+$/m,
  'inspect replication': /^planted_slot +slot without a standby +- +\d+ +-$/m,
  'inspect tables': /^platform\.\S+ +\d+ +\d+ +\d+ .B/m,
  'end-session PID': /^session \d+ ended$/m,
  'queues redrive --dry-run': /planted cause\n1 dead letter would be redriven/,
  'screening status': /^no active screening list/,
  'invariants check --json': /"balances-are-sums"/,
  'ledger verify': /balances-are-sums: available/,
  'keys verify': new RegExp(`webhooks\\.configurations\\.secret of ${configuration}`),
  reconcile: /^ +contradictory PUNKNOWN /m,
  'reconcile --json': /"end_to_end_id": "PUNKNOWN"/,
  'results list': new RegExp(`${aside} +malformed: planted problem`),
  'results apply RESULT_ID --reason "confirmed by the bank, case 4711" --as ada': new RegExp(
    `^${result}: nothing of this service has its end-to-end id$`,
    'm',
  ),
  'results dismiss RESULT_ID --reason "test of the bank"': new RegExp(`^${aside} dismissed$`, 'm'),
  'results dismiss RESULT_ID --reason "reversed by the bank, case 4711"': new RegExp(`^${result} dismissed$`, 'm'),
  'results reread': /^1 result will be read again$/m,
  'rails files list --state doubtful': /planted-doubtful/,
  'rails files list --state held refused': /planted-held[^]*planted-refused|planted-refused[^]*planted-held/,
  'rails files list --state uploaded': /planted-uploaded/,
  'rails files list --state building closing sealed uploading': /building/,
  'rails inbound list': /planted-inbound/,
  'rails inbound list --connection NAME': /planted-inbound/,
  'rails inbound list --state quarantined': /planted-inbound/,
  'rails inbound show ID': /planted-inbound/,
  'rails exceptions list': /return_requested/,
  'rails exceptions list --connection NAME': /return_requested/,
  'rails exceptions list --kind return_requested': /return_requested/,
  'rails exceptions show ID': /return_requested/,
  'rails connections': /first-bank/,
  'rails check --connection NAME': /^✖ connect .* ENOENT$/m,
  'rails windows': /first-bank/,
  'rails statements list --connection NAME': /first-bank +2026-01-02 +day +current/,
  'rails reconcile --connection NAME': /statement_gap/,
};

describe('the commands of the runbook', () => {
  it('are all tried on a database with their fault, and are the only way into it', () => {
    expect(Object.keys(shows).sort()).toEqual([...commands].sort());
    const inspected = commands.flatMap((command) => /^inspect (\S+)/.exec(command)?.[1] ?? []);
    expect(Object.keys(topics).filter((what) => !inspected.includes(what))).toEqual([]);
    const blocks = [...runbook.matchAll(/```(\w*)\n([^]*?)```/g)];
    expect(blocks.filter(([, language]) => language !== 'sh')).toEqual([]);
    expect(blocks.filter(([, , code = '']) => /\b(psql|curl|SELECT)\b/.test(code))).toEqual([]);
  });

  it('name services of the composition', () => {
    const { services } = parse(page('docker/compose.yaml'), { merge: true }) as { readonly services: object };
    const named = [...runbook.matchAll(/payments-compose (?:logs|up|stop|exec)((?: [\w-]+)+)/g)].flatMap(
      ([, words = '']) => words.split(' ').filter((word) => /^(api|worker)/.test(word)),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in services))).toEqual([]);
  });
});

describeOnOneServer('it needs a server of its own, set up as documented')('in the documented set-up', () => {
  const directory = mkdtempSync(join(tmpdir(), 'payments-runbook-'));
  // Durable: only then may it have replication slots.
  const postgres = new EmbeddedPostgres({ dataDir: join(directory, 'postgres'), password: hex(), durable: true });
  const sessions: Client[] = [];
  let api: Program;
  let settings: Readonly<Record<string, string>>;
  let victim: string;
  let ownerUrl: string;

  const urlOf = (adminUrl: string, username: string, password: string) =>
    Object.assign(new URL(adminUrl), { username, password, pathname: '/payments' }).href;
  const open = async (connectionString: string, application_name = 'planted') => {
    const client = new Client({ connectionString, application_name });
    client.on('error', () => undefined);
    await client.connect();
    sessions.push(client);
    return client;
  };
  const pidOf = async (client: Client) =>
    String((await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid);

  beforeAll(async () => {
    const { adminUrl } = await postgres.start();
    ownerUrl = Object.assign(new URL(adminUrl), { pathname: '/payments' }).href;
    const superuser = await open(adminUrl);
    const setUp = [...page('docs/operate/without-containers.md').matchAll(/^sudo -u postgres psql -c "(.+)"$/gm)];
    expect(setUp).toHaveLength(2);
    for (const [, sql = ''] of setUp) await superuser.query(sql.replace('$OWNER_PASSWORD', ownerPassword));
    await superuser.query('CREATE DATABASE payments OWNER payments_admin');
    const [banks, keyRing] = [join(directory, 'banks.json'), process.env['TEST_KEY_RING_FILE']!];
    const ports = await freePorts();
    const processes = {
      DATABASE_URL: urlOf(adminUrl, 'payments_service', servicePassword),
      KEY_RING_FILE: keyRing,
      BANKS_FILE: banks,
      SETTLEMENT_ACCOUNT: '1234567890',
      LOG_LEVEL: 'error',
      ...portSettings(ports),
    };
    writeFileSync(banks, '{"connections":[]}');
    const DATABASE_ADMIN_URL = urlOf(adminUrl, 'payments_admin', ownerPassword);
    await migrate({ config: loadConfig({ ...processes, DATABASE_ADMIN_URL }), migrations });
    const created = await runCommand(['enterprise', 'create', '--name', 'Planted', '--json'], processes);
    const { enterprise_id } = JSON.parse(created.stdout) as { readonly enterprise_id: string };
    const connection = bankConnection({
      companies: [bankCompany({ enterprise_id })],
      channel: { kind: 'directory', root: join(directory, 'bank') },
    });
    writeFileSync(banks, JSON.stringify({ connections: [connection] }));
    settings = { ...processes, PROCESSOR: 'bank' };
    await runCommand(['balance', 'credit', '--enterprise', enterprise_id, '--amount', '1000'], settings);
    api = new Program('api', { settings });
    await api.answers(`http://127.0.0.1:${ports.metrics}/health/ready`);
    const owner = await open(ownerUrl);
    await superuser.query(`SELECT pg_create_physical_replication_slot('planted_slot', true)`);
    await plant(owner, enterprise_id);
    await fetch(`http://127.0.0.1:${ports.api}/planted`);
    const holder = await open(ownerUrl);
    await holder.query('BEGIN; LOCK TABLE platform.event_positions IN EXCLUSIVE MODE');
    const waiting = await open(ownerUrl);
    void waiting.query('INSERT INTO platform.event_positions VALUES (gen_random_uuid(), 0)').catch(() => undefined);
    victim = await pidOf(await open(settings['DATABASE_URL']!));
  });
  afterAll(async () => {
    await Promise.allSettled(sessions.map((client) => client.end()));
    await api?.stop('SIGKILL');
    await postgres.destroy();
    rmSync(directory, { recursive: true, force: true });
  });

  it('metrics name the slot that nobody follows, and the owner and the login bypass no wall', async () => {
    const lag = await runCommand(['metrics', 'payments_database_replication_lag_bytes'], settings);
    expect(lag.stdout).toMatch(/\{replica="planted_slot"\} \d+$/m);
    const { rows } = await sessions[0]!.query<{ above: boolean }>(
      `SELECT rolsuper OR rolbypassrls AS above FROM pg_roles WHERE rolname ~ '^payments_'`,
    );
    expect(rows.map(({ above }) => above)).toEqual(rows.map(() => false));
    expect(rows.length).toBeGreaterThanOrEqual(7);
  });

  it('commands say what they may not see or do, instead of showing nothing', async () => {
    const superuser = sessions[0]!;
    await superuser.query('REVOKE pg_monitor FROM payments_relay GRANTED BY payments_admin');
    const hidden = await runCommand(['inspect', 'activity'], settings);
    const advised = await runCommand(['doctor'], settings);
    await superuser.query('GRANT pg_monitor TO payments_relay GRANTED BY payments_admin');
    expect([hidden.code, hidden.stdout]).toEqual([1, '']);
    for (const text of [hidden.stderr, advised.stdout]) expect(text).toContain('GRANT pg_monitor TO payments_relay');
    const foreign = await runCommand(['end-session', await pidOf(superuser)], settings);
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('is of another login')]);
    const nobody = await runCommand(['end-session', '2147483647'], settings);
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('no session has the pid 2147483647')]);
    const locker = await open(ownerUrl);
    await locker.query('BEGIN; LOCK TABLE controls.debit_days IN ACCESS EXCLUSIVE MODE');
    const blocked = await runCommand(['inspect', 'returns'], settings);
    await locker.query('ROLLBACK');
    expect([blocked.code, blocked.stderr]).toEqual([
      1,
      expect.stringMatching(/^the database did not finish in time .*inspect activity.*\n$/),
    ]);
    const unknown = await runCommand(['metrics', 'payments_nothing'], settings);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('no metric begins with payments_nothing'),
    ]);
  });

  it.each(Object.entries(shows))('%s shows it', async (command, shown) => {
    const isResult = command.includes('4711');
    const words = command
      .replace('NAME', 'first-bank')
      .replace(/RESULT_ID/, isResult ? result : aside)
      .replace(/PID/, victim)
      .replace(/ID$/, command.includes('inbound') ? inbound : exception);
    const args = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
    let said = '';
    const isShown = async () => {
      const { stdout, stderr } = await runCommand(args, settings);
      return shown.test((said = stderr + stdout));
    };
    // A gauge shows what it read last, where the api had no time to read it anew.
    await eventually(`${command} shows it`, isShown).catch(() => expect(said).toMatch(shown));
  });
});

async function plant(owner: Client, enterprise: string): Promise<void> {
  const query = (sql: string) => owner.query(sql.replaceAll('$ENTERPRISE', `'${enterprise}'`));
  // The processes work on what they find; what is planted is to stay.
  await query(`
    INSERT INTO platform.dead_letters
    VALUES ($ENTERPRISE, gen_random_uuid(), 'webhook-deliveries', gen_random_uuid(), 'failed', 'planted cause', 1000, 'x', now(), now());
    DELETE FROM platform.tasks;
    INSERT INTO platform.tasks (enterprise_id, id, queue, subject_id, run_at, attempt, last_error, request_id)
    VALUES ($ENTERPRISE, gen_random_uuid(), 'webhook-deliveries', gen_random_uuid(), now() - interval '5 minutes', 7, 'planted error', 'x');
    DELETE FROM platform.events;
    INSERT INTO platform.events (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at)
    VALUES ($ENTERPRISE, gen_random_uuid(), 'x', 'x', gen_random_uuid(), 1, '{}', 'x', '2026-01-02');
    INSERT INTO controls.debit_days VALUES ($ENTERPRISE, 'planted-originator', current_date, 200, 3, 2, 9);
    INSERT INTO rails.return_counts VALUES ($ENTERPRISE, 'first-bank', current_date, 'R10', 4);
    UPDATE ledger.balances SET balance = balance + 1 WHERE account = 'available';`);
  await query(`
    INSERT INTO transfers.legs (enterprise_id, id, transfer_id, side, rail, amount, account_id, account_version, end_to_end_id,
      status, version, created_at, updated_at)
    VALUES ($ENTERPRISE, gen_random_uuid(), '${transfer}', 'destination', 'ach', 1, gen_random_uuid(), 1, 'PLANTED',
      'submitting', 1, now() - interval '1 day', now() - interval '1 day')`);
  await query(`
    INSERT INTO webhooks.configurations (enterprise_id, id, event_types, url, enabled, secret, version, created_by, updated_by,
      created_at, updated_at)
    VALUES ($ENTERPRISE, '${configuration}', '{}', 'https://planted.example', true, 'planted', 1, 'x', 'x', now(), now());
    INSERT INTO webhooks.failing_endpoints (enterprise_id, configuration_id, failing_since, failures, probe_at)
    VALUES ($ENTERPRISE, '${configuration}', now(), 12, now());
    INSERT INTO webhooks.deliveries (enterprise_id, id, event_id, configuration_id, status, next_attempt_at, created_at, updated_at)
    VALUES ($ENTERPRISE, gen_random_uuid(), gen_random_uuid(), '${configuration}', 'pending', now() - interval '1 hour', now(), now())`);
  await query(`
    INSERT INTO transfers.processor_results (enterprise_id, id, processor_result_id, end_to_end_id, kind, occurred_at, received_at,
      contradictory_at)
    VALUES ($ENTERPRISE, '${result}', 'planted', 'PUNKNOWN', 'settled', now() - interval '1 day', now() - interval '1 day', now())`);
  await query(`
    INSERT INTO transfers.set_aside_results (id, processor, page_cursor, position, reason, problem, set_aside_at)
    SELECT id::uuid, 'planted', 'x', row_number() OVER (), 'malformed', 'planted problem', now()
    FROM unnest('{${aside},${newId()}}'::text[]) AS id`);
  for (const state of ['doubtful', 'held', 'refused', 'uploaded', 'building']) {
    await query(`
      INSERT INTO rails.files (id, connection, rail, window_key, part, state, epoch, cut_at, upload_by, cutoff_at, updated_at, batches,
        entries, credit, document_id, size, sha256, file_name)
      VALUES (gen_random_uuid(), 'first-bank', 'ach', '${state}', 1, '${state}', 0, now(), now(), now(), now(), 1, 1, 5, gen_random_uuid(), 1, '${state}',
        'planted-${state}')`);
  }
  await query(`
    INSERT INTO rails.inbound_files (id, connection, directory, name, size, sha256, document_id, state, fetched_at, updated_at)
    VALUES ('${inbound}', 'first-bank', '/', 'planted-inbound', 1, sha256('x'), gen_random_uuid(), 'quarantined', now(), now());
    INSERT INTO rails.exceptions (id, key, connection, kind, created_at)
    VALUES ('${exception}', 'planted', 'first-bank', 'return_requested', now());
    INSERT INTO rails.statements (id, connection, inbound_id, ordinal, format, bank_id, account, day, purpose, status, state, received_at,
      opening, closing, digest)
    SELECT gen_random_uuid(), 'first-bank', '${inbound}', ordinal, 'bai2', 'x', '', '2026-01-0' || day, 'day', 'new', 'current', now(),
      opening, 1, 'x'
    FROM (VALUES (1, 2, 1), (2, 5, 700)) AS of_days(ordinal, day, opening);
    INSERT INTO rails.breaks (id, connection, key, kind, day, difference, expected, found, first_seen_at, last_seen_at)
    VALUES (gen_random_uuid(), 'first-bank', 'planted', 'statement_gap', '2026-01-02', 1, '1', '2', now(), now())`);
}
