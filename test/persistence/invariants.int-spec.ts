import { newId } from '@payments/kernel';
import { InvariantsSweep } from '@payments/messaging';
import { Log, Metrics } from '@payments/observability';
import { InvariantChecks, Transactions, checkInvariants, violationsOf } from '@payments/persistence';
import type { Invariant } from '@payments/persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { invariants as ofTheCli } from '../../apps/cli/src/cli.module.js';
import { invariants } from '../../apps/worker/src/worker.module.js';
import { digestOf } from '../../libs/controls/src/application/digest.js';
import type { ApiClient } from '../support/api-client.js';
import { expectSound, violationsIn } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

describe('the rules that always hold', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let enterprise: string;
  let owner: Client;
  const ids = { settled: '', waiting: '', onHold: '', created: '', configuration: '' };
  const began = new Date();

  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const create = async (body: Record<string, unknown>) =>
    ((await client.post('/deliver/transfers', body)).body['transfer'] as { id: string }).id;

  /** What is reported while the damage is done, past every trigger and policy, as `invariant: subject`. */
  async function reported(damage: string, { since }: { since?: Date } = {}): Promise<string[]> {
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica');
    try {
      const { rowCount } = await owner.query(damage);
      expect(rowCount).toBeGreaterThan(0);
      await owner.query(`SET LOCAL ROLE payments_maintenance; SET LOCAL "app.enterprise_id" = '${enterprise}'`);
      const transaction = {
        query: async <Row>(sql: string, values: readonly unknown[] = []) =>
          (await owner.query(sql, [...values])).rows as Row[],
      };
      const scope = { enterpriseId: enterprise, transaction, now: new Date(), ...(since && { since }) };
      const found = await violationsOf(invariants, scope);
      return found.map(({ invariant, subject }) => `${invariant}: ${subject}`);
    } finally {
      await owner.query('ROLLBACK');
    }
  }

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    worker = await service.startWorker();
    client = await service.client();
    enterprise = client.credentials.enterprise_id;
    owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
    const [payer, payee] = [await verifiedParty(client), await verifiedParty(client)];
    const response = await client.post('/webhooks/configurations', {
      ...{ url: 'http://127.0.0.1:1/none', enabled: false, event_types: ['transfer_all'] },
    });
    ids.configuration = (response.body['webhook_configuration'] as { id: string }).id;
    await query(`UPDATE webhooks.configurations SET updated_at = now() - interval '1 hour'`);
    ids.settled = await create(aPayout(payee, { speed: 'asap' }));
    ids.onHold = await create(aDirectDebit(payer));
    await untilStatus(client, ids.onHold, 'pending');
    // The debit has settled by then, whenever in the day this runs, and its hold has not ended.
    await advance(client, 2);
    ids.waiting = await create(aPayout(payee));
    await untilStatus(client, ids.waiting, 'pending');
    await client.post('/sandbox/balance/credit', { amount: 700 });
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
  });

  it('hold in a running service, for every role', async () => {
    await expectSound(service.database);
    expect(await violationsIn(service.database.appUrl)).toEqual([]);
    expect(invariants.map(({ name }) => name)).toEqual(ofTheCli.map(({ name }) => name));
  });

  const transfer = (id: keyof typeof ids, change: string) => () =>
    `UPDATE transfers.transfers SET ${change} WHERE id = '${ids[id]}'`;
  const own = () => `enterprise_id = '${enterprise}'`;
  const aBankFile = (state: string) => `
    INSERT INTO rails.files (id, connection, rail, window_key, part, state, epoch, cut_at, upload_by, cutoff_at, batches,
      entries, credit, document_id, size, sha256)
    VALUES ('${newId()}', 'x', 'ach', 'x', 1, '${state}', 0, now(), now(), now(), 1, 1, 5, '${newId()}', 1, 'x')
    RETURNING id`;
  /** An entry of the file that the statement calls so. */
  const aBankEntry = (state: string, cents = 5) => `
    INSERT INTO rails.entries (enterprise_id, id, end_to_end_id, order_batch_id, rail, side, amount, state, occurred_at,
      connection, window_key, batch_key, sec, transaction_code, routing_number, account_number, individual_id, name,
      discretionary_data, window_at, effective_date, settles_at, cut_at, settle_at, file_id, trace, epoch)
    SELECT '${enterprise}', '${newId()}', 'P1', '${newId()}', 'ach', 'destination', ${cents}, '${state}', now(),
      'x', 'x', 'x', 'PPD', 22, 'x', '', 'x', 'x', '', now(), 'x', now(), now(), now(), id, '1', 0 FROM file`;
  const approval = (status: string) => () => `
    INSERT INTO controls.approvals (enterprise_id, id, subject_type, subject_id, subject, digest, status, policies,
      approver_roles, approver_users, expires_at, decided_at, sequence, created_at, updated_at)
    SELECT enterprise_id, '${newId()}', 'transfer', '${newId()}', '{}', '${digestOf({})}', '${status}',
      '[{"id":"p","name":"p","required":1}]', '{}', '{}', now(), now(), 1, now(), now()
    FROM platform.enterprises WHERE ${own()}`;
  const aBankResult = (reportedAndCreated: string, key = 'x') => `
    INSERT INTO rails.results (enterprise_id, id, key, end_to_end_id, kind, occurred_at, reported_at, created_at)
    VALUES ('${enterprise}', '${newId()}', '${key}', 'P1', 'settled', now(), ${reportedAndCreated})`;
  const cases: readonly (readonly [string, () => string, () => readonly (string | RegExp)[]])[] = [
    [
      'a balance that is not the sum of its entries',
      () => `UPDATE ledger.balances SET balance = balance + CASE account WHEN 'cash' THEN 1 ELSE -1 END
             WHERE ${own()} AND account IN ('available', 'cash')`,
      () => ['balances-are-sums: available', 'balances-are-sums: cash'],
    ],
    [
      'balances that do not cancel out, which cannot be their sums either',
      () => `UPDATE ledger.balances SET balance = balance + 1 WHERE ${own()} AND account = 'cash'`,
      () => ['balances-are-sums: cash', 'balances-cancel-out: all accounts'],
    ],
    [
      'usage of a limit that no transfer explains',
      () => `INSERT INTO controls.usage (enterprise_id, limit_id, subject, bucket, amount, count)
             SELECT enterprise_id, '${newId()}', 'enterprise', now(), 5, 1 FROM platform.enterprises WHERE ${own()}`,
      () => [/^limit-usage-is-a-sum: /],
    ],
    [
      'a day of debits that no leg explains',
      () => `INSERT INTO controls.debit_days
               (enterprise_id, originator, day, entries, unauthorized, administrative, returned)
             SELECT enterprise_id, enterprise_id::text, current_date, 5, 0, 0, 1
             FROM platform.enterprises WHERE ${own()}
             ON CONFLICT (enterprise_id, originator, day) DO UPDATE SET entries = debit_days.entries + 5`,
      () => [/^debit-days-are-sums: /],
    ],
    [
      'a credit without its entry',
      () => `INSERT INTO ledger.credits SELECT enterprise_id, '${newId()}', 5, NULL, 'x', 'x', now()
             FROM platform.enterprises WHERE ${own()}`,
      () => [/^credits-are-booked: /],
    ],
    [
      'money that is held below zero',
      () => `WITH moved AS (
               INSERT INTO ledger.entries SELECT enterprise_id, '${newId()}', '${newId()}', 'none', 1, 'x', 'reserved',
                 'available', 90000000, now(), now() FROM platform.enterprises WHERE ${own()})
             UPDATE ledger.balances SET balance = balance + CASE account WHEN 'available' THEN 90000000 ELSE -90000000 END
             WHERE ${own()} AND account IN ('available', 'reserved')`,
      () => ['no-negative-hold: reserved', /^entries-have-their-owner: /],
    ],
    [
      'an entry that has no position before it',
      () => `UPDATE ledger.doors SET last_position = last_position + 1 WHERE ${own()}`,
      () => ['entries-have-no-gap: all entries'],
    ],
    [
      'an entry of a time before that of the entry before it',
      () => `UPDATE ledger.entries SET created_at = created_at - interval '1 hour' WHERE ${own()} AND position = 2`,
      () => [/^entries-follow-time: /],
    ],
    [
      'a reset that left another balance',
      () => `WITH moved AS (
               UPDATE ledger.entries SET kind = 'sandbox_reset', amount = amount + 1 WHERE ${own()} AND kind = 'sandbox_opening')
             UPDATE ledger.balances SET balance = balance + CASE account WHEN 'cash' THEN -1 ELSE 1 END
             WHERE ${own()} AND account IN ('cash', 'available')`,
      () => [/^resets-restore-the-balance: /],
    ],
    [
      'a book transfer without its entry',
      () => `INSERT INTO subledgers.book_transfers (enterprise_id, id, book_transfer_reference_id, amount, currency,
               source_id, status, sequence, created_at, updated_at)
             SELECT enterprise_id, '${newId()}', 'x', 5, 'USD', '${newId()}', 'completed', 1, now(), now()
             FROM platform.enterprises WHERE ${own()}`,
      () => [/^book-transfers-have-their-entry: /],
    ],
    [
      'money in suspense that no exception explains',
      () => `WITH moved AS (
               INSERT INTO ledger.entries SELECT enterprise_id, '${newId()}', '${newId()}', 'none', 1, 'x', 'cash',
                 'suspense', 5, now(), now() FROM platform.enterprises WHERE ${own()})
             INSERT INTO ledger.balances AS known
             SELECT enterprise_id, account, balance, now() FROM platform.enterprises
             CROSS JOIN (VALUES ('suspense', 5), ('cash', -5)) AS moved(account, balance) WHERE ${own()}
             ON CONFLICT (enterprise_id, account) DO UPDATE SET balance = known.balance + excluded.balance`,
      () => [/^entries-have-their-owner: /, /^suspense-is-explained: /],
    ],
    [
      'a closed subledger that nobody settles',
      () => `WITH s AS (
               INSERT INTO subledgers.subledgers (enterprise_id, id, subledger_reference_id, customer_reference_id,
                 customer_resource_type, sequence, closed_at, created_at, updated_at)
               SELECT enterprise_id, '${newId()}', 'x', 'x', 'enterprise', 1, now(), now(), now()
               FROM platform.enterprises WHERE ${own()} RETURNING enterprise_id, id)
             INSERT INTO ledger.book_balances (enterprise_id, book, account, balance, updated_at)
             SELECT enterprise_id, id, 'available', -5, now() - interval '4 days' FROM s`,
      () => [/^balances-are-sums: /, /^balances-cancel-out: /, /^closed-subledgers-are-settled: /],
    ],
    [
      'a state that the history does not know',
      transfer('waiting', `status = 'completed'`),
      () => [`transfers-have-their-history: ${ids.waiting}`],
    ],
    [
      'a history that lacks a step',
      () => `DELETE FROM transfers.status_history WHERE transfer_id = '${ids.settled}' AND status = 'pending'`,
      () => [`transfers-have-their-history: ${ids.settled}`],
    ],
    [
      'a change without its event, in the middle',
      () => `WITH gone AS (DELETE FROM webhooks.deliveries WHERE event_id IN (
               SELECT id FROM platform.events WHERE resource_id = '${ids.settled}' AND sequence = 2))
             UPDATE platform.events SET resource_id = '${newId()}', resource_type = 'person', type = 'person_closed'
             WHERE resource_id = '${ids.settled}' AND sequence = 2`,
      () => [`transfers-have-their-events: ${ids.settled}`],
    ],
    [
      'a sequence beyond the newest event',
      transfer('waiting', `sequence = sequence + 1`),
      () => [`transfers-have-their-events: ${ids.waiting}`],
    ],
    [
      'a leg whose state the entries do not show',
      () => `UPDATE transfers.legs SET status = 'settled' WHERE transfer_id = '${ids.waiting}'`,
      () => [`transfers-have-their-entries: ${ids.waiting}`],
    ],
    [
      'a transfer that nothing carries on',
      () => `DELETE FROM platform.tasks WHERE subject_id IN (
               SELECT id FROM transfers.legs WHERE transfer_id = '${ids.waiting}')`,
      () => [`no-stuck-transfer: ${ids.waiting}`],
    ],
    [
      'a hold that nothing ends',
      () => `DELETE FROM platform.tasks WHERE queue = 'hold-ends' AND ${own()}`,
      () => [`no-stuck-transfer: ${ids.onHold}`],
    ],
    [
      'a schedule that nobody runs, and a date without its transfer',
      () => `WITH s AS (
               INSERT INTO schedules.schedules (enterprise_id, id, schedule_reference_id, amount, currency, speed, start_date,
                 recurrence, missed, end_on_failures, status, next_date, next_run_at, next_payment_date, made, refused,
                 skipped, failures, sequence, version, created_at, updated_at)
               SELECT enterprise_id, '${newId()}', 'x', 1, 'USD', 'asap', '2030-01-01', 'FREQ=DAILY', 'run', 0, 'active',
                 '2030-01-02', now(), '2030-01-02', 2, 0, 0, 0, 1, 1, now(), now()
               FROM platform.enterprises WHERE ${own()} RETURNING enterprise_id, id)
             INSERT INTO schedules.occurrences (enterprise_id, schedule_id, occurrence_date, id, payment_date, status,
               transfer_id, created_at)
             SELECT enterprise_id, id, '2030-01-01', '${newId()}', '2030-01-01', 'made', '${newId()}', now() FROM s`,
      () => [/^no-stuck-schedule: /, /^schedules-count-their-dates: /, /^dates-have-their-transfer: /],
    ],
    [
      'a transfer that belongs to none of the dates of its schedule',
      transfer('waiting', `schedule_id = '${newId()}'`),
      () => [/^dates-have-their-transfer: /],
    ],
    [
      'a bulk transfer that nobody validates, with a row without its transfer, an outcome and money without entries',
      () => `WITH b AS (
               INSERT INTO bulk.bulk_transfers (enterprise_id, id, bulk_reference_id, mode, format, on_duplicate, review,
                 status, validated_parts, lines, rows, validated, amount, created, skipped, refused, first_errors,
                 reported, sequence, version, created_at, updated_at)
               SELECT enterprise_id, '${newId()}', 'x', 'all', 'csv', 'reject', false, 'validating', 0, 0, 2, 2, 2, 1, 0,
                 0, '[]', 0, 1, 1, now(), now()
               FROM platform.enterprises WHERE ${own()} RETURNING enterprise_id, id),
             r AS (
               INSERT INTO bulk.rows (enterprise_id, bulk_id, number, line, status, takes_funds, transfer_id)
               SELECT enterprise_id, id, 1, 1, 'created', true, '${newId()}' FROM b),
             o AS (INSERT INTO bulk.outcomes (enterprise_id, bulk_id, completed) SELECT enterprise_id, id, 1 FROM b)
             INSERT INTO bulk.funds (enterprise_id, bulk_id, amount) SELECT enterprise_id, id, 1 FROM b`,
      () => [
        ...[/^no-stuck-bulk-transfer: /, /^bulk-transfers-count-their-rows: /, /^bulk-outcomes-are-sums: /],
        ...[/^rows-have-their-transfer: /, /^bulk-funds-are-reserved: /],
      ],
    ],
    [
      'the end of a day without its entries, and reports without a task, without a file and without a balance',
      () => `WITH e AS (SELECT enterprise_id FROM platform.enterprises WHERE ${own()}),
             d AS (INSERT INTO ledger.days (enterprise_id, day, last_position) SELECT enterprise_id, '2020-01-01', 0 FROM e),
             b AS (
               INSERT INTO ledger.day_ends (enterprise_id, book, account, day, balance)
               SELECT enterprise_id, '00000000-0000-0000-0000-000000000000', 'cash', '2020-01-01', 1 FROM e)
             INSERT INTO reports.reports (enterprise_id, id, kind, format, status, report_scope, start_time, end_time, parts,
               rows, bytes, sha256, error, sequence, version, completed_at, created_at, updated_at)
             SELECT enterprise_id, gen_random_uuid(), 'recon', 'csv', status, 'total', now() - interval '1 day', now(), 1, 1, 1,
               'x', 'report_unbalanced', 1, 1, now(), now(), now()
             FROM e, unnest(ARRAY['pending', 'completed', 'failed']) AS status`,
      () => [/^day-ends-are-sums: /, /^no-stuck-report: /, /^reports-balance: /, /^reports-have-their-file: /],
    ],
    [
      'a held transfer that went on without an approval',
      transfer('waiting', `gate = '{"passed":[],"hold":{"status":"pending","queue":"q","id":"${newId()}"}}'`),
      () => [/^held-transfers-were-approved: /, /^held-transfers-wait: /],
    ],
    ['an approval that nothing ends', approval('pending'), () => [/^no-stuck-approval: /]],
    ['an approval that nobody gave', approval('approved'), () => [/^approvals-have-their-approvers: /]],
    [
      'a probe without its entries',
      () => `INSERT INTO verify.probes (enterprise_id, id, account_id, purpose, side, rail, amount, end_to_end_id, status,
               requested_at, window_at, effective_date, settles_at, version, created_at, updated_at)
             SELECT enterprise_id, '${newId()}', '${newId()}', 'status', 'destination', 'ach', 1, 'V1', 'accepted',
               now(), now(), '2026-01-05', now(), 1, now(), now() FROM platform.enterprises WHERE ${own()}`,
      () => [/^probes-have-their-entries: /],
    ],
    [
      'a verification that nobody examines',
      () => `INSERT INTO verify.accounts (enterprise_id, id, type, routing_number, account_number, account_key,
               account_holder_name, verification_status, control_attempts, sequence, version, created_at, updated_at)
             SELECT enterprise_id, '${newId()}', 'status', '021000021', '', '', 'x', 'pending', 0, 0, 1, now(), now()
             FROM platform.enterprises WHERE ${own()}`,
      () => [/^no-stuck-verification: /],
    ],
    [
      'a file to a bank that lacks an entry',
      () => `WITH file AS (${aBankFile('uploaded')})
             INSERT INTO rails.batches SELECT id, 1, 'x', '${enterprise}', 'x', '{}', '1', '1', NULL, 1, 1, 1, 0, 5 FROM file`,
      () => [/^bank-files-have-their-entries: /],
    ],
    [
      'an entry that settled before its file left',
      () => `WITH file AS (${aBankFile('building')}), told AS (${aBankResult('NULL, now()', 'P1-1-0-s')})
             ${aBankEntry('settled')}`,
      () => ['bank-entries-have-their-file: P1'],
    ],
    [
      'an entry that stayed in a file that was taken back',
      () => `WITH file AS (${aBankFile('withdrawn')}) ${aBankEntry('filed')}`,
      () => ['bank-entries-have-their-file: P1'],
    ],
    [
      'a file to a bank whose sum is not that of its batches',
      () => `WITH file AS (${aBankFile('uploaded')}),
               batch AS (INSERT INTO rails.batches
                 SELECT id, 1, 'x', '${enterprise}', 'x', '{}', '1', '1', NULL, 1, 1, 1, 0, 6 FROM file)
             ${aBankEntry('filed', 6)}`,
      () => [/^bank-files-have-their-entries: /],
    ],
    [
      'a result of a bank that waits',
      () => aBankResult(`NULL, now() - interval '61 minutes'`),
      () => ['no-stuck-bank-result: P1'],
    ],
    [
      'a result of a bank that no inbox has',
      () => aBankResult('now(), now()'),
      () => ['bank-results-are-received: P1'],
    ],
    [
      'a position that was left out',
      () => `WITH moved AS (UPDATE platform.events SET position = position + 1000 WHERE ${own()} AND position > 3)
             UPDATE platform.event_positions SET last_position = last_position + 1000 WHERE ${own()}`,
      () => [/^positions-have-no-gap: /],
    ],
    [
      'a last position that no event has',
      () => `UPDATE platform.event_positions SET last_position = last_position + 1 WHERE ${own()}`,
      () => ['positions-have-no-gap: last position'],
    ],
    [
      'an event that was never published',
      () => `INSERT INTO platform.events SELECT enterprise_id, '${newId()}', 'person_closed', 'person', '${newId()}', 1,
               '{}', 'x', now() - interval '6 minutes' FROM platform.enterprises WHERE ${own()}`,
      () => [/^events-are-published: /],
    ],
    [
      'a task whose lease ended long ago',
      () => `UPDATE platform.tasks SET lease_token = '${newId()}', run_at = now() - interval '6 minutes'
             WHERE queue = 'hold-ends' AND ${own()}`,
      () => [/^no-stale-due-task: hold-ends /],
    ],
    [
      'a delivery that was lost',
      () => `DELETE FROM webhooks.deliveries WHERE id IN (SELECT id FROM webhooks.deliveries WHERE ${own()} LIMIT 1)`,
      () => [/^events-have-their-deliveries: /],
    ],
    [
      'an endpoint without a worker',
      () => `UPDATE webhooks.configurations SET enabled = true WHERE id = '${ids.configuration}'`,
      () => [`no-stuck-delivery: ${ids.configuration}`],
    ],
  ];

  it.each(cases)(
    'report %s, and nothing else, in a look at everything and at what changed',
    async (_, damage, expected) => {
      for (const since of [undefined, began]) {
        const found = await reported(damage(), since === undefined ? {} : { since });
        expect(found).toEqual(
          expected().map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
        );
      }
    },
  );

  it('report entries of a transfer that does not exist', async () => {
    const moves = (kind: string, debit: string, creditor: string) =>
      `('${enterprise}'::uuid, '${newId()}'::uuid, '${subject}'::uuid, 'source', 1, '${kind}', '${debit}', '${creditor}', 3, now(), now())`;
    const subject = newId();
    const damage = `INSERT INTO ledger.entries VALUES ${moves('a', 'cash', 'available')}, ${moves('b', 'available', 'cash')}`;
    expect(await reported(damage)).toEqual(Array(2).fill(`entries-have-their-owner: ${subject}`));
  });

  it('are all broken by one of these cases', async () => {
    const broken = new Set<string>();
    for (const [, damage] of cases) for (const line of await reported(damage())) broken.add(line.split(':')[0]!);
    // These compare what is stored twice: the suite `planted-differences` breaks them.
    const amounts = [
      'bank-entries-equal-their-legs',
      'bank-entries-follow-their-results',
      'bank-postings-are-sums',
      'bank-postings-have-their-owner',
      'approvals-are-as-requested',
      'events-tell-amounts',
      'statements-add-up',
    ];
    for (const name of [...amounts, 'transfers-equal-their-legs']) broken.add(name);
    expect([...broken].sort()).toEqual(invariants.map(({ name }) => name).sort());
  });

  describe('are watched by the worker', () => {
    const gauge = async (): Promise<number> => {
      const text = await worker.get(Metrics, { strict: false }).registry.metrics();
      return Number(/^payments_invariant_violations\{invariant="balances-are-sums"\} (\d+)$/m.exec(text)?.[1]);
    };
    const checksOf = (rules: readonly Invariant[]) =>
      new InvariantChecks(worker.get(Transactions, { strict: false }), rules, new Log('test', 'silent'));
    const round = () => worker.get(InvariantsSweep, { strict: false }).round();
    const aMinuteLater = () =>
      query(
        `UPDATE platform.invariant_runs SET checked_at = checked_at - interval '61 seconds',
           checked_until = checked_until - interval '61 seconds'`,
      );
    const damage = (cents: number) =>
      query(
        `UPDATE ledger.balances SET balance = balance + CASE account WHEN 'cash' THEN $2::int ELSE -$2::int END
         WHERE enterprise_id = $1 AND account IN ('available', 'cash')`,
        [enterprise, cents],
      );

    it('which finds at the next look what broke since the last, and keeps it until a look at everything finds it gone', async () => {
      await round();
      expect(await gauge()).toBe(0);
      await damage(7);
      await round();
      expect(await gauge()).toBe(0);
      await aMinuteLater();
      await round();
      expect(await gauge()).toBe(2);
      await damage(-7);
      await aMinuteLater();
      await round();
      expect(await gauge()).toBe(2);
      const checks = worker.get(InvariantChecks, { strict: false });
      expect(await checks.checkFully(enterprise)).toEqual([]);
      await round();
      expect(await gauge()).toBe(0);
    });

    it('which begins its next look where the last one that got to its end had ended', async () => {
      const checks = worker.get(InvariantChecks, { strict: false });
      await checks.checkFully(enterprise);
      const looks: (Date | undefined)[] = [];
      let isAway = false;
      const watched = checksOf([
        {
          ...{ name: 'watched', rule: 'is looked at' },
          find: ({ since }) => {
            looks.push(since);
            return isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve([]);
          },
        },
      ]);
      await aMinuteLater();
      await watched.checkRecent(enterprise);
      const [{ checked_until }] = (await query(
        "SELECT checked_until - interval '61 seconds' AS checked_until FROM platform.invariant_runs WHERE enterprise_id = $1",
        [enterprise],
      )) as [{ checked_until: Date }];
      isAway = true;
      await aMinuteLater();
      await expect(watched.checkRecent(enterprise)).rejects.toThrow('the database is away');
      isAway = false;
      await query(`UPDATE platform.invariant_runs SET checked_at = checked_at - interval '61 seconds'`);
      await watched.checkRecent(enterprise);
      expect(looks.slice(1)).toEqual([checked_until, checked_until]);
      await aMinuteLater();
      await watched.checkRecent(enterprise);
      expect(looks.at(-1)!.getTime()).toBeGreaterThan(checked_until.getTime());
    });

    it('which two processes may make at once', async () => {
      const checks = worker.get(InvariantChecks, { strict: false });
      const meanwhile = {
        ...{ name: 'meanwhile', rule: 'another process checks meanwhile' },
        find: async () => (await checks.checkFully(enterprise), []),
      };
      const beside = checksOf([meanwhile, ...invariants]);
      expect(await beside.checkFully(enterprise)).toEqual([]);
      expect(await checkInvariants(service.database.adminUrl, { invariants: [meanwhile, ...invariants] })).toEqual([]);
    });

    it('which heals what a rule can derive again, also what was reported before, and reports what it cannot', async () => {
      const healed: string[] = [];
      const rule = (heal: Invariant['heal'], found: readonly string[]): Invariant => ({
        ...{ name: 'healing', rule: 'is healed' },
        find: () => Promise.resolve(found.map((subject) => ({ subject, message: 'is wrong' }))),
        ...(heal && { heal }),
      });
      expect(await checksOf([rule(undefined, ['a', 'b'])]).checkFully(enterprise)).toMatchObject([
        { subject: 'a' },
        { subject: 'b' },
      ]);
      const refused = checksOf([rule(() => Promise.reject(new Error('a lock is taken')), ['a', 'b'])]);
      expect((await refused.checkFully(enterprise)).map(({ subject }) => subject)).toEqual(['a', 'b']);
      const healing = checksOf([rule((_, subject) => (healed.push(subject), Promise.resolve()), ['b', 'c'])]);
      expect(await healing.checkFully(enterprise)).toEqual([]);
      expect(healed.sort()).toEqual(['a', 'b', 'c']);
    });

    it('which looks at everything once a night, also at what nothing has touched', async () => {
      await round();
      const moved = `UPDATE ledger.entries SET amount = amount + $2 WHERE enterprise_id = $1 AND kind = 'sandbox_opening'`;
      await query(
        `UPDATE ledger.balance_checkpoints SET last_entry_id = $2, entry_count = 1,
        balances = (SELECT jsonb_object_agg(account, balance::text) FROM ledger.balances WHERE enterprise_id = $1)
        WHERE enterprise_id = $1`,
        [enterprise, newId()],
      );
      await query(moved, [enterprise, 1]);
      await aMinuteLater();
      await round();
      expect(await gauge()).toBe(0);
      await query(`UPDATE platform.invariant_runs SET checked_fully_at = checked_fully_at - interval '24 hours'`);
      await aMinuteLater();
      await round();
      expect(await gauge()).toBe(2);
      await query(moved, [enterprise, -1]);
      await worker.get(InvariantChecks, { strict: false }).checkFully(enterprise);
      await expectSound(service.database);
    });
  });
});
