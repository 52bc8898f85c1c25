import { newId } from '@payments/kernel';
import { violationsOf } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { invariants } from '../../apps/worker/src/worker.module.js';
import { digestOf } from '../../libs/controls/src/application/digest.js';
import type { ApiClient } from '../support/api-client.js';
import { payoutFile, readBulk, submitFile } from '../support/bulk-files.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards(
  'libs/ledger/src',
  'libs/persistence/src',
  'libs/rails/src',
  'libs/transfers/src',
  'libs/webhooks/src',
  'libs/controls/src',
  'libs/subledgers/src',
  'migrations',
);

/** One difference, planted by the owner of the database past every trigger and policy. */
type Plant = readonly [
  /** The columns that it makes wrong, as `schema.table.column`. */
  columns: string,
  what: string,
  damage: string,
  /** The rules of which one must find it. */
  found: string,
];

/** Columns of numbers that hold no money. */
const NO_MONEY =
  /^(position|last_position|size|listed_size|hash|file_sequence|at_ms|offset_ms|rows|bytes|first_byte|score)$/;

/** Columns of money that no row of ours implies. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  'controls.limits.max_amount': 'a setting: no money',
  'controls.day_totals.amount': 'a running sum of what was judged, for policies; it is not read back into money',
  'rails.breaks.difference': 'what a comparison found; the next one finds it again',
  'rails.reconciliations.opening_difference': 'the result of a comparison; the next one replaces it',
  'rails.reconciliations.unreconciled': 'the result of a comparison; the next one replaces it',
  'sandbox.instructions.amount': 'what the simulated network was told: `payments reconcile` compares it',
};

describe('a difference planted in the database', () => {
  let service: TestService;
  let owner: Client;
  let client: ApiClient;
  /** Values that damages name as `:name`. */
  const known: Record<string, string> = {};

  const fill = (sql: string) =>
    sql.replace(/(?<!:):([a-z]\w*)/g, (_, name: string) => {
      const value = known[name];
      if (value === undefined) throw new Error(`unknown :${name}`);
      return value.includes('-') ? `'${value}'::uuid` : `'${value}'`;
    });

  /** An entry with everything that a posting changes: its position, and both balances. */
  const entry = (
    kind: string,
    subject: string,
    { from, to, amount = 5, place = `'none', 1` }: { from: string; to: string; amount?: number; place?: string },
  ) => `
    WITH door AS (UPDATE ledger.doors SET last_position = last_position + 1, last_at = greatest(last_at, date_trunc('milliseconds', now()))
      WHERE enterprise_id = :own RETURNING last_position, last_at),
    posted AS (
      INSERT INTO ledger.entries (enterprise_id, id, subject_id, leg, attempt, kind, debit_account, credit_account, amount,
        banking_at, created_at, position)
      SELECT :own, '${newId()}', ${subject}, ${place}, '${kind}', '${from}', '${to}', ${amount}, now(),
        last_at, last_position FROM door)
    INSERT INTO ledger.balances AS b (enterprise_id, account, balance, updated_at)
    VALUES (:own, '${from}', -${amount}, now()), (:own, '${to}', ${amount}, now())
    ON CONFLICT (enterprise_id, account) DO UPDATE SET balance = b.balance + excluded.balance`;

  const BANK_FILE = `
    INSERT INTO rails.files (id, connection, rail, window_key, part, state, epoch, cut_at, upload_by, cutoff_at, uploaded_at,
      batches, entries, debit, credit, document_id, size, sha256, version, postings_version, updated_at)
    VALUES (:file, 'own-bank', 'ach', 'x', 1, 'uploaded', 0, now(), now(), now(), now(), 2, 2, 2200, :cents, :document, 1, 'x', 1, 1,
      now() - interval '2 hours')`;
  const BANK_BATCH = `
    INSERT INTO rails.batches VALUES (:file, 1, 'own-bank', :own, 'x', '{}', '1', '1', NULL, 1, 1, 1, 0, :cents),
      (:file, 2, 'own-bank', :own, 'y', '{}', '2', '2', NULL, 1, 1, 1, 2200, 0)`;
  const BANK_ENTRY = `
    INSERT INTO rails.entries (enterprise_id, id, end_to_end_id, order_batch_id, rail, side, amount, state, occurred_at,
      connection, window_key, batch_key, sec, transaction_code, routing_number, account_number, individual_id, name,
      discretionary_data, window_at, effective_date, settles_at, cut_at, settle_at, file_id, trace, epoch, return_trace, code, updated_at)
    SELECT :own, CASE side WHEN 'source' THEN :came_back ELSE :bank_entry END, end_to_end_id, :document, rail, side, amount,
      CASE side WHEN 'source' THEN 'returned' ELSE 'filed' END, now(), 'own-bank', 'x', CASE side WHEN 'source' THEN 'y' ELSE 'x' END, 'PPD',
      CASE account_type WHEN 'savings' THEN 30 ELSE 20 END + CASE side WHEN 'source' THEN 7 ELSE 2 END, routing_number, '', 'x',
      upper(account_holder_name), '', now(), 'x', now(), now(), now(), :file, CASE side WHEN 'source' THEN '2' ELSE '1' END, 0,
      CASE side WHEN 'source' THEN 'r1' END, CASE side WHEN 'source' THEN 'R01' END, now() - interval '2 hours'
    FROM transfers.legs l JOIN accounts.account_details d
      ON d.enterprise_id = l.enterprise_id AND d.account_id = l.account_id AND d.details_version = l.account_version
    WHERE transfer_id IN (:payout, :debit)`;
  /** What came back, and what was booked of it. */
  const CAME_BACK = [
    `INSERT INTO rails.results (enterprise_id, id, key, end_to_end_id, kind, code, occurred_at, created_at)
     SELECT :own, '${newId()}', end_to_end_id || '-2-0-r1-R01', end_to_end_id, 'returned', 'R01', now(), now()
     FROM rails.entries WHERE id = :came_back`,
    `INSERT INTO rails.postings (enterprise_id, id, key, connection, kind, file, batch, end_to_end_id, day, direction, class, amount,
       count, refs, entry_refs)
     SELECT :own, :back, 'return:' || end_to_end_id, 'own-bank', 'return', 'x', '2', end_to_end_id, 'x', 'debit', 'ach', amount, 1, ARRAY[]::text[],
       ARRAY['2', end_to_end_id, 'r1'] FROM rails.entries WHERE id = :came_back
     UNION ALL SELECT :own, :of_exception, 'exception:' || :exception, 'own-bank', 'exception', 'x', 'x', NULL, 'x', 'credit', 'ach', 7, 1,
       '{}', ARRAY['x1']`,
  ];
  const approvalOf = (subject: Readonly<Record<string, unknown>>) => [
    `INSERT INTO controls.approvals (enterprise_id, id, subject_type, subject_id, subject, digest, status, policies,
       approver_roles, approver_users, expires_at, decided_at, sequence, created_at, updated_at)
     VALUES (:own, :approval, 'transfer', :waiting, '${JSON.stringify(subject)}', '${digestOf(subject)}', 'approved',
       '[{"id":"p","name":"p","required":1}]', '{}', '{}', now(), now(), 2, now(), now())`,
    `INSERT INTO controls.decisions (enterprise_id, approval_id, user_name, decision, policies, decided_at)
     VALUES (:own, :approval, 'ann', 'approve', '["p"]', now())`,
    `INSERT INTO platform.audit (enterprise_id, id, action, subject_type, subject_id, actor, request_id, created_at)
     VALUES (:own, '${newId()}', 'approval.approve', 'approval', :approval, 'ann', 'x', now())`,
    `INSERT INTO platform.events (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at, test)
     VALUES (:own, '${newId()}', 'approval_decided', 'approval', :approval, 2,
       '{"approval":{"policies":[{"id":"p","name":"p","required":1,"given":1}]}}', 'x', now(), false)`,
  ];
  const BANK_BOOKS = [
    `INSERT INTO rails.postings (enterprise_id, id, key, connection, kind, file_id, file, batch, batch_key, day, direction,
       class, amount, count, refs, entry_refs)
     VALUES (:own, :posting, 'settlement of x', 'own-bank', 'settlement', :file, 'x', 'x', 'x', 'x', 'debit', 'ach', :cents, 1,
       '{}', '{}'),
       (:own, '${newId()}', 'settlement of y', 'own-bank', 'settlement', :file, 'x', 'y', 'y', 'x', 'credit', 'ach', 2200, 1, '{}', '{}')`,
    `INSERT INTO rails.statements (id, connection, inbound_id, ordinal, format, bank_id, account, day, purpose, status, state,
       opening, closing, lines, credits, debits, digest, received_at, reconciled_at)
     VALUES (:statement, 'own-bank', :document, 1, 'bai2', 'x', 'x', 'x', 'day', 'new', 'current', 100, 70, 2, 10, 40, '', now(), now()),
       ('${newId()}', 'own-bank', :document, 2, 'bai2', 'x', 'x', 'w', 'day', 'new', 'current', 100, 100, 0, 0, 0, '', now(), now())`,
    `INSERT INTO rails.statement_lines (id, statement_id, position, connection, line, amount, direction, status, booking_day,
       value_day, class, code, is_reversal, refs, text)
     VALUES (:line, :statement, 1, 'own-bank', 1, 10, 'credit', 'booked', 'x', 'x', 'x', 'x', false, '{}', ''),
       ('${newId()}', :statement, 2, 'own-bank', 2, 40, 'debit', 'booked', 'x', 'x', 'x', 'x', false, '{}', '')`,
  ];

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    client = await service.client();
    known['own'] = client.credentials.enterprise_id;
    known['other'] = (await service.createEnterprise()).enterprise_id;
    owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
    await eventsOfTheApi();
    for (const name of [
      'file',
      'document',
      'bank_entry',
      'posting',
      'statement',
      'line',
      'exception',
      'probe',
      'limit',
      'came_back',
      'back',
      'of_exception',
      'approval',
    ]) {
      known[name] = newId();
    }
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica');
    const [leg] = (await owner.query(fill('SELECT amount FROM transfers.legs WHERE transfer_id = :payout'))).rows;
    known['cents'] = String((leg as { amount: string }).amount);
    const [{ destination }] = (
      await owner.query<{ destination: Record<string, unknown> }>(
        fill(`SELECT jsonb_build_object('account_id', destination -> 'account_id', 'details_version', destination -> 'account_version')
          AS destination FROM transfers.transfers WHERE id = :waiting`),
      )
    ).rows as [{ destination: Record<string, unknown> }];
    const rows = [
      ...[
        BANK_FILE,
        BANK_BATCH,
        BANK_ENTRY,
        ...BANK_BOOKS,
        ...CAME_BACK,
        ...approvalOf({ amount: 3_300, destination }),
      ],
      `INSERT INTO rails.exceptions (id, key, connection, for_enterprise, kind, direction, amount, trace, decision, created_at)
       VALUES (:exception, 'x', 'own-bank', :own, 'incoming_entry', 'credit', 7, 'x1', 'booked: ' || :own, now())`,
      entry('incoming_entry', ':exception', { from: 'cash', to: 'suspense', amount: 7 }),
      `INSERT INTO verify.probes (enterprise_id, id, account_id, purpose, side, rail, amount, end_to_end_id, status,
         requested_at, window_at, effective_date, settles_at, version, created_at, updated_at)
       VALUES (:own, :probe, :probe, 'status', 'destination', 'ach', 1, 'V1', 'accepted', now(), now(), '2026-01-05', now(), 1,
         now(), now())`,
      entry('verify_submit', ':probe', { from: 'available', to: 'clearing_ach', amount: 1 }),
      `INSERT INTO controls.counted (enterprise_id, limit_id, transfer_id, subject, bucket, amount)
       VALUES (:own, :limit, :payout, 'enterprise', date_trunc('day', now()), 5)`,
      `INSERT INTO controls.usage (enterprise_id, limit_id, subject, bucket, amount, count)
       VALUES (:own, :limit, 'enterprise', date_trunc('day', now()), 5, 1)`,
      `INSERT INTO ledger.days (enterprise_id, day, last_position)
       SELECT :own, '2030-01-05', last_position FROM ledger.doors WHERE enterprise_id = :own`,
      `INSERT INTO ledger.day_ends (enterprise_id, book, account, day, balance)
       SELECT :own, '00000000-0000-0000-0000-000000000000', account, date '2030-01-05', balance FROM ledger.balances
       WHERE enterprise_id = :own
       UNION ALL SELECT :own, book, account, date '2030-01-05', balance FROM ledger.book_balances WHERE enterprise_id = :own`,
    ];
    for (const row of rows) await owner.query(fill(row));
    await owner.query('COMMIT');
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
  });

  async function eventsOfTheApi(): Promise<void> {
    const [payer, payee] = [await verifiedParty(client), await verifiedParty(client)];
    const made = async (path: string, key: string, body: Record<string, unknown>) => {
      const answer = await client.post(path, body);
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      return (answer.body[key] as { id: string }).id;
    };
    known['payout'] = await made('/deliver/transfers', 'transfer', aPayout(payee, { amount: 1_100, speed: 'asap' }));
    known['debit'] = await made('/deliver/transfers', 'transfer', aDirectDebit(payer, { amount: 2_200 }));
    known['wallet'] = await made('/deliver/subledgers', 'subledger', {
      ...{ subledger_reference_id: 'wallet', customer_reference_id: payee.customer_reference_id },
    });
    known['book'] = await made('/deliver/booktransfers', 'book_transfer', {
      ...{ book_transfer_reference_id: 'fund', amount: 500, currency: 'USD' },
      destination: { subledger_reference_id: 'wallet' },
    });
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    known['schedule'] = await made('/deliver/schedules', 'schedule', {
      ...{ schedule_reference_id: 'rent', destination: payee, amount: 900, currency: 'USD', speed: 'standard' },
      ...{ start_date: inAMonth, recurrence: 'FREQ=DAILY' },
    });
    await client.post('/sandbox/reset', {});
    await client.post('/sandbox/balance/credit', { amount: 700 });
    const file = payoutFile(payee, 3, { prefix: 'row', amountOf: (row) => 100 + row });
    known['bulk'] = (await submitFile(client, [file], { mode: 'all', expected_amount: 306 })).id;
    await eventually('the bulk transfer ends', async () => {
      return (await readBulk(client, known['bulk']!)).status === 'completed';
    });
    await untilStatus(client, known['payout'], 'completed', 'settled');
    await untilStatus(client, known['debit'], 'pending');
    await client.post('/sandbox/reset', {});
    await advance(client, 2);
    known['waiting'] = await made('/deliver/transfers', 'transfer', aPayout(payee, { amount: 3_300 }));
    await untilStatus(client, known['waiting'], 'pending');
  }

  /** The rules that find something while the damage is done; the checks of `ledger verify` are those about money. */
  async function rulesThatFind(damage: string, since?: Date): Promise<{ all: string[]; verify: string[] }> {
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica');
    try {
      const results = await owner.query(fill(damage));
      const changed = [results].flat().reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
      expect(changed).toBeGreaterThan(0);
      await owner.query(`SET LOCAL ROLE payments_maintenance; SET LOCAL "app.enterprise_id" = '${known['own']}'`);
      const transaction = {
        query: async <Row>(sql: string, values: readonly unknown[] = []) =>
          (await owner.query(sql, [...values])).rows as Row[],
      };
      const scope = { enterpriseId: known['own']!, transaction, now: new Date(), ...(since && { since }) };
      const found = new Set((await violationsOf(invariants, scope)).map(({ invariant }) => invariant));
      const rules = invariants.filter(({ name }) => found.has(name));
      return { all: [...found], verify: rules.filter(({ isOfMoney }) => isOfMoney).map(({ name }) => name) };
    } finally {
      await owner.query('ROLLBACK');
    }
  }

  const OWN = 'enterprise_id = :own';
  const oneEntry = (condition: string) =>
    `(SELECT id FROM ledger.entries WHERE ${OWN} AND ${condition} ORDER BY id LIMIT 1)`;
  const told = (resource: string, id: string) =>
    `UPDATE platform.events SET data = jsonb_set(data::jsonb, '{${resource},amount}', '12')::text WHERE resource_id = ${id}`;
  const changed = (table: string, column: string, where: string) =>
    `UPDATE ${table} SET ${column} = ${column} + 1 WHERE ${where}`;
  const deleted = (table: string, where: string) => `DELETE FROM ${table} WHERE ${where}`;
  const turned = (where: string) =>
    `UPDATE rails.postings SET direction = CASE direction WHEN 'credit' THEN 'debit' ELSE 'credit' END WHERE ${where}`;
  const copied = (where: string, change: string) => `
    CREATE TEMP TABLE copies ON COMMIT DROP AS SELECT * FROM rails.postings WHERE ${where};
    UPDATE copies SET id = '${newId()}', key = key || ' again', ${change}; INSERT INTO rails.postings SELECT * FROM copies`;
  const moved = (table: string, where: string) => `UPDATE ${table} SET enterprise_id = :other WHERE ${where}`;

  const ENTRY = 'ledger.entries.amount';
  const OWNER = 'entries-have-their-owner';
  const SUMS = 'balances-are-sums';
  const TIME = 'entries-follow-time';
  const BOOKED = 'bank-postings-are-sums';
  const OWNED = 'bank-postings-have-their-owner';
  const RESETS = 'resets-restore-the-balance';
  const FILES = 'bank-files-have-their-entries';
  const COUNTS = 'bulk-transfers-count-their-rows';
  const TOLD = 'events-tell-amounts';

  const plants: readonly Plant[] = [
    [ENTRY, 'changed', changed('ledger.entries', 'amount', `id = ${oneEntry(`kind = 'reserve'`)}`), SUMS],
    [
      ENTRY,
      'changed with its balances, of a leg',
      `${entry('x', ':payout', { from: 'available', to: 'reserved', amount: 1 })};
       DELETE FROM ledger.entries WHERE kind = 'x';
       ${changed('ledger.entries', 'amount', `id = ${oneEntry(`kind = 'reserve'`)}`)}`,
      OWNER,
    ],
    [ENTRY, 'deleted', deleted('ledger.entries', `id = ${oneEntry(`kind = 'settle'`)}`), SUMS],
    [
      ENTRY,
      'doubled, under the next attempt, with its balances',
      entry('reserve', ':payout', { from: 'available', to: 'reserved', amount: 1_100, place: `'destination', 2` }),
      OWNER,
    ],
    [
      ENTRY,
      'swapped with another',
      `
       UPDATE ledger.entries e SET amount = o.amount FROM ledger.entries o
       WHERE e.${OWN} AND o.${OWN} AND e.kind = 'book' AND o.kind = 'credit'`,
      OWNER,
    ],
    [ENTRY, 'moved to another enterprise', moved('ledger.entries', `id = ${oneEntry(`kind = 'credit'`)}`), SUMS],
    [
      ENTRY,
      'of another subject',
      `UPDATE ledger.entries SET subject_id = :book WHERE kind = 'credit' AND ${OWN}`,
      OWNER,
    ],
    [ENTRY, 'of another kind', `UPDATE ledger.entries SET kind = 'unreserve' WHERE kind = 'book' AND ${OWN}`, OWNER],
    [
      ENTRY,
      'on the wrong side',
      `UPDATE ledger.entries SET debit_account = credit_account, credit_account = debit_account
       WHERE kind = 'submit' AND ${OWN}`,
      SUMS,
    ],
    [
      ENTRY,
      'in another book',
      `UPDATE ledger.entries SET credit_book = :document WHERE kind = 'book' AND ${OWN}`,
      SUMS,
    ],
    [ENTRY, 'skimmed: balanced, of no kind', entry('skim', `'${newId()}'`, { from: 'available', to: 'cash' }), OWNER],
    [ENTRY, 'skimmed, as a credit', entry('credit', `'${newId()}'`, { from: 'cash', to: 'available' }), OWNER],
    [ENTRY, 'skimmed, as a book transfer', entry('book', `'${newId()}'`, { from: 'available', to: 'cash' }), OWNER],
    [
      ENTRY,
      'skimmed, as an opening',
      entry('sandbox_opening', ':own', { from: 'cash', to: 'available', amount: 5, place: `'none', 2` }),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, as a step of a leg',
      entry('unreserve', ':payout', { from: 'available', to: 'cash', amount: 5, place: `'destination', 1` }),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, and back again, as steps of a leg',
      [
        entry('release', ':payout', { from: 'available', to: 'cash', place: `'destination', 1` }),
        entry('unreserve', ':payout', { from: 'cash', to: 'available', place: `'destination', 1` }),
      ].join(';'),
      OWNER,
    ],
    [ENTRY, 'skimmed, as a probe', entry('verify_settle', `'${newId()}'`, { from: 'available', to: 'cash' }), OWNER],
    [ENTRY, 'skimmed, as an allocation', entry('allocate', `'${newId()}'`, { from: 'available', to: 'cash' }), OWNER],
    [
      ENTRY,
      'skimmed, as money of a bulk transfer',
      entry('bulk_release', ':book', { from: 'available', to: 'cash' }),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, as the release of an own bulk transfer',
      entry('bulk_release', ':bulk', { from: 'available', to: 'cash', amount: 306, place: `'none', 77` }),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, as the money of a row that a bulk transfer does not have',
      entry('bulk_take', ':bulk', { from: 'reserved', to: 'available', amount: 300, place: `'none', 99` }),
      OWNER,
    ],
    [
      ENTRY,
      'brought, as the release of an own bulk transfer',
      entry('bulk_release', ':bulk', { from: 'cash', to: 'available', amount: 5, place: `'none', 77` }),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, reserved by an own bulk transfer and released to cash',
      [
        entry('bulk_reserve', ':bulk', { from: 'available', to: 'reserved', place: `'none', 77` }),
        entry('bulk_release', ':bulk', { from: 'reserved', to: 'cash', place: `'none', 77` }),
      ].join(';'),
      OWNER,
    ],
    [
      ENTRY,
      'of a bulk transfer, released into another book',
      `${entry('bulk_release', ':bulk', { from: 'reserved', to: 'available', place: `'none', 77` })};
       UPDATE ledger.entries SET credit_book = :wallet WHERE kind = 'bulk_release' AND attempt = 77`,
      OWNER,
    ],
    [
      ENTRY,
      'of a bulk transfer, reserved in one book and released in another',
      `${entry('bulk_reserve', ':bulk', { from: 'available', to: 'reserved', place: `'none', 77` })};
       ${entry('bulk_release', ':bulk', { from: 'reserved', to: 'available', place: `'none', 77` })};
       UPDATE ledger.entries SET debit_book = :wallet, credit_book = :wallet WHERE kind = 'bulk_release' AND attempt = 77`,
      'bulk-funds-are-reserved',
    ],
    [
      ENTRY,
      'skimmed, as a second book transfer of one',
      entry('book', ':book', { from: 'available', to: 'cash', amount: 500, place: `'none', 2` }),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, as an allocation of an exception, twice',
      [
        entry('allocate', ':exception', { from: 'suspense', to: 'available', amount: 7 }),
        entry('allocate', ':exception', { from: 'suspense', to: 'available', amount: 7, place: `'none', 2` }),
      ].join(';'),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, as an allocation past suspense',
      entry('allocate', ':exception', { from: 'available', to: 'cash', amount: 7 }),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, as an allocation of an exception whose amount is gone',
      `UPDATE rails.exceptions SET amount = NULL WHERE id = :exception;
       ${entry('allocate', ':exception', { from: 'available', to: 'suspense', amount: 9_999 })}`,
      OWNER,
    ],
    [
      ENTRY,
      'brought, as a second receipt of an exception',
      entry('incoming_entry', ':exception', { from: 'cash', to: 'suspense', amount: 7, place: `'none', 2` }),
      OWNER,
    ],
    [
      ENTRY,
      'brought, as a receipt of another kind',
      entry('statement_line', ':exception', { from: 'cash', to: 'suspense', amount: 7 }),
      OWNER,
    ],
    [
      ENTRY,
      'brought, as a receipt past suspense',
      entry('unmatched_return', ':exception', { from: 'cash', to: 'available', amount: 7 }),
      OWNER,
    ],
    [
      ENTRY,
      'skimmed, as an allocation of long ago, with an id of then',
      `${entry('allocate', `'${newId()}'`, { from: 'suspense', to: 'available' })};
       UPDATE ledger.entries SET created_at = created_at - interval '400 days', id = '01000000-0000-7000-8000-000000000001'
       WHERE kind = 'allocate' AND ${OWN}`,
      OWNER,
    ],
    [
      ENTRY,
      'of a credit, in a book of a subledger',
      `UPDATE ledger.entries SET credit_book = :wallet WHERE kind = 'credit' AND ${OWN}`,
      OWNER,
    ],
    [
      ENTRY,
      'of a credit, in a book of a subledger, against its credit',
      `UPDATE ledger.entries SET credit_book = :wallet WHERE kind = 'credit' AND ${OWN}`,
      'credits-are-booked',
    ],
    [
      ENTRY,
      'of the opening, in a book of a subledger',
      `UPDATE ledger.entries SET credit_book = :wallet WHERE kind = 'sandbox_opening' AND ${OWN}`,
      OWNER,
    ],
    [
      ENTRY,
      'of a reset, in a book of a subledger',
      `UPDATE ledger.entries SET debit_book = CASE debit_account WHEN 'available' THEN :wallet ELSE debit_book END,
         credit_book = CASE credit_account WHEN 'available' THEN :wallet ELSE credit_book END WHERE kind = 'sandbox_reset' AND ${OWN}`,
      OWNER,
    ],
    [ENTRY, 'of a reset, changed', changed('ledger.entries', 'amount', `kind = 'sandbox_reset' AND ${OWN}`), RESETS],
    [
      ENTRY,
      'of a reset, turned around',
      `UPDATE ledger.entries SET (debit_account, credit_account) = (credit_account, debit_account) WHERE kind = 'sandbox_reset' AND ${OWN}`,
      RESETS,
    ],
    [
      ENTRY,
      'skimmed, as a second reset',
      entry('sandbox_reset', `'${newId()}'`, { from: 'available', to: 'cash' }),
      RESETS,
    ],
    [
      ENTRY,
      'skimmed, as a reset past the available balance',
      [
        entry('sandbox_reset', `'${newId()}'`, { from: 'pending', to: 'cash' }),
        entry('sandbox_reset', `'${newId()}'`, { from: 'cash', to: 'pending' }),
      ].join(';'),
      OWNER,
    ],
    ...[
      ['first', 'ASC', '-'],
      ['last', 'DESC', '+'],
      ['first', 'ASC', '+'],
    ].map(([which, order, sign]): Plant => [
      'ledger.entries.created_at',
      `moved (${sign}), of the ${which} one`,
      `UPDATE ledger.entries SET created_at = created_at ${sign} interval '1 day'
       WHERE ${OWN} AND position = (SELECT position FROM ledger.entries WHERE ${OWN} ORDER BY position ${order} LIMIT 1)`,
      which === 'last' ? 'entries-have-no-gap' : TIME,
    ]),
    ...['sandbox_opening', 'sandbox_reset', 'credit', 'book'].map((kind): Plant => [
      'ledger.entries.banking_at',
      `moved, of ${kind}`,
      `UPDATE ledger.entries SET banking_at = banking_at - interval '2 hours' WHERE kind = '${kind}' AND ${OWN}`,
      OWNER,
    ]),
    [
      'ledger.days.last_position',
      'moved',
      `UPDATE ledger.days SET last_position = last_position - 1 WHERE ${OWN}`,
      TIME,
    ],
    [
      ENTRY,
      'of a row of a bulk transfer, changed',
      changed('ledger.entries', 'amount', `kind = 'bulk_take' AND ${OWN}`),
      OWNER,
    ],

    ['ledger.balances.balance', 'changed', changed('ledger.balances', 'balance', `account = 'cash' AND ${OWN}`), SUMS],
    ['ledger.balances.balance', 'deleted', deleted('ledger.balances', `account = 'cash' AND ${OWN}`), SUMS],
    [
      'ledger.balances.balance',
      'swapped',
      `UPDATE ledger.balances b SET balance = o.balance FROM ledger.balances o
       WHERE b.${OWN} AND o.${OWN} AND (b.account, o.account) IN (('available', 'cash'), ('cash', 'available'))`,
      SUMS,
    ],
    [
      'ledger.balances.balance',
      'shifted to another account',
      `UPDATE ledger.balances
       SET balance = balance + CASE account WHEN 'cash' THEN 1 ELSE -1 END WHERE ${OWN} AND account IN ('cash', 'available')`,
      SUMS,
    ],
    [
      'ledger.balances.balance',
      'moved',
      `DELETE FROM ledger.balances WHERE enterprise_id = :other;
       ${moved('ledger.balances', `account = 'available' AND ${OWN}`)}`,
      SUMS,
    ],
    [
      'ledger.book_balances.balance',
      'changed',
      changed('ledger.book_balances', 'balance', `account = 'available' AND ${OWN}`),
      SUMS,
    ],
    [
      'ledger.book_balances.balance',
      'deleted',
      deleted('ledger.book_balances', `account = 'available' AND ${OWN}`),
      SUMS,
    ],
    ['ledger.book_balances.balance', 'moved', moved('ledger.book_balances', `account = 'available' AND ${OWN}`), SUMS],
    [
      'ledger.day_ends.balance',
      'changed',
      changed('ledger.day_ends', 'balance', `account = 'cash' AND ${OWN}`),
      'day-ends-are-sums',
    ],
    [
      'ledger.day_ends.balance',
      'deleted',
      deleted('ledger.day_ends', `account = 'cash' AND ${OWN}`),
      'day-ends-are-sums',
    ],
    ['ledger.credits.amount', 'changed', changed('ledger.credits', 'amount', OWN), 'credits-are-booked'],
    ['ledger.credits.amount', 'deleted', deleted('ledger.credits', OWN), OWNER],
    [
      'ledger.credits.amount',
      'doubled',
      `INSERT INTO ledger.credits (enterprise_id, id, amount, created_by, request_id, created_at)
       SELECT enterprise_id, '${newId()}', amount, created_by, request_id, created_at FROM ledger.credits WHERE ${OWN}`,
      'credits-are-booked',
    ],
    ['ledger.credits.amount', 'moved', moved('ledger.credits', OWN), OWNER],

    [
      'transfers.transfers.amount',
      'changed',
      changed('transfers.transfers', 'amount', 'id = :payout'),
      'transfers-equal-their-legs',
    ],
    [
      'transfers.transfers.amount',
      'changed, against its events',
      changed('transfers.transfers', 'amount', 'id = :payout'),
      TOLD,
    ],
    ['transfers.transfers.amount', 'deleted', deleted('transfers.transfers', 'id = :payout'), TOLD],
    ['transfers.transfers.amount', 'moved', moved('transfers.transfers', 'id = :debit'), TOLD],
    [
      'transfers.transfers.amount',
      'swapped',
      `UPDATE transfers.transfers t SET amount = o.amount FROM transfers.transfers o
       WHERE t.id = :payout AND o.id = :debit`,
      'transfers-equal-their-legs',
    ],
    [
      'transfers.legs.amount',
      'changed',
      changed('transfers.legs', 'amount', 'transfer_id = :debit'),
      'transfers-have-their-entries',
    ],
    [
      'transfers.legs.amount',
      'deleted',
      deleted('transfers.legs', 'transfer_id = :waiting'),
      'transfers-have-their-entries',
    ],
    ['transfers.legs.amount', 'moved', moved('transfers.legs', 'transfer_id = :payout'), OWNER],
    [
      'transfers.legs.amount',
      'of another side',
      `UPDATE transfers.legs SET side = 'source' WHERE transfer_id = :payout`,
      OWNER,
    ],

    [
      'subledgers.book_transfers.amount',
      'changed',
      changed('subledgers.book_transfers', 'amount', 'id = :book'),
      'book-transfers-have-their-entry',
    ],
    ['subledgers.book_transfers.amount', 'deleted', deleted('subledgers.book_transfers', 'id = :book'), OWNER],
    [
      'subledgers.book_transfers.amount',
      'turned around',
      `UPDATE subledgers.book_transfers
       SET source_id = destination_id, destination_id = source_id WHERE id = :book`,
      'book-transfers-have-their-entry',
    ],
    ...['customer_reference_id', 'account_reference_id'].flatMap((name) =>
      ['transfers.transfers/:waiting', 'schedules.schedules/:schedule'].map((place): Plant => {
        const [table, id] = place.split('/');
        const change = `jsonb_set(destination, '{${name}}', '"mallory"')`;
        return [
          `${table}.destination`,
          `of another ${name}`,
          `UPDATE ${table} SET destination = ${change} WHERE id = ${id}`,
          TOLD,
        ];
      }),
    ),
    [
      'subledgers.book_transfers.destination_reference_id',
      'changed',
      `UPDATE subledgers.book_transfers SET destination_reference_id = 'x' WHERE id = :book`,
      TOLD,
    ],
    ['schedules.schedules.amount', 'changed', changed('schedules.schedules', 'amount', 'id = :schedule'), TOLD],

    ['bulk.bulk_transfers.amount', 'changed', changed('bulk.bulk_transfers', 'amount', 'id = :bulk'), COUNTS],
    [
      'bulk.bulk_transfers.expected_amount',
      'changed',
      changed('bulk.bulk_transfers', 'expected_amount', 'id = :bulk'),
      COUNTS,
    ],
    ['bulk.rows.amount', 'changed', changed('bulk.rows', 'amount', 'bulk_id = :bulk AND number = 1'), COUNTS],
    ['bulk.rows.amount', 'deleted', deleted('bulk.rows', 'bulk_id = :bulk AND number = 1'), COUNTS],
    [
      'bulk.rows.amount',
      'swapped',
      `UPDATE bulk.rows r SET amount = o.amount FROM bulk.rows o WHERE r.bulk_id = :bulk
       AND o.bulk_id = :bulk AND (r.number, o.number) IN ((1, 2), (2, 1))`,
      'rows-have-their-transfer',
    ],
    [
      'bulk.funds.amount',
      'that nothing reserves',
      `INSERT INTO bulk.funds (enterprise_id, bulk_id, amount) VALUES (:own, :bulk, 5)`,
      'bulk-funds-are-reserved',
    ],
    [
      'bulk.funds.amount',
      'deleted while it is reserved',
      entry('bulk_reserve', ':bulk', { from: 'available', to: 'reserved', amount: 5, place: `'none', 2` }) +
        `; UPDATE bulk.bulk_transfers SET updated_at = now() WHERE id = :bulk`,
      'bulk-funds-are-reserved',
    ],

    [
      'verify.probes.amount',
      'changed',
      `UPDATE verify.probes SET amount = 0 WHERE id = :probe`,
      'probes-have-their-entries',
    ],
    ['verify.probes.amount', 'deleted', deleted('verify.probes', 'id = :probe'), OWNER],

    [
      'rails.entries.amount',
      'changed',
      changed('rails.entries', 'amount', 'id = :bank_entry'),
      'bank-entries-equal-their-legs',
    ],
    [
      'rails.entries.amount',
      'changed with its file',
      `${changed('rails.entries', 'amount', 'id = :bank_entry')};
       ${changed('rails.batches', 'credit', 'file_id = :file')}; ${changed('rails.files', 'credit', 'id = :file')}`,
      'bank-entries-equal-their-legs',
    ],
    ['rails.entries.amount', 'deleted', deleted('rails.entries', 'id = :bank_entry'), FILES],
    ['rails.entries.amount', 'moved', moved('rails.entries', 'id = :bank_entry'), FILES],
    [
      'rails.entries.amount',
      'doubled',
      `CREATE TEMP TABLE copies ON COMMIT DROP AS SELECT * FROM rails.entries WHERE id = :bank_entry;
       UPDATE copies SET id = '${newId()}', end_to_end_id = end_to_end_id || '2', trace = '3'; INSERT INTO rails.entries SELECT * FROM copies`,
      FILES,
    ],
    ['rails.batches.credit', 'changed', changed('rails.batches', 'credit', 'file_id = :file'), FILES],
    ['rails.batches.debit', 'changed', changed('rails.batches', 'debit', 'file_id = :file'), FILES],
    ['rails.files.credit', 'changed', changed('rails.files', 'credit', 'id = :file'), FILES],
    ['rails.files.debit', 'changed', changed('rails.files', 'debit', 'id = :file'), FILES],
    ['rails.postings.amount', 'changed', changed('rails.postings', 'amount', 'id = :posting'), BOOKED],
    ['rails.postings.amount', 'deleted', deleted('rails.postings', 'id = :posting'), BOOKED],
    ['rails.postings.amount', 'turned around', turned('id = :posting'), BOOKED],
    ['rails.postings.day', 'moved', `UPDATE rails.postings SET day = 'y' WHERE id = :posting`, BOOKED],
    ['rails.postings.amount', 'doubled, of no file', copied('id = :posting', `file_id = NULL`), OWNED],
    [
      'rails.postings.amount',
      'returned, of no payment',
      copied('id = :posting', `kind = 'return', file_id = NULL, direction = 'credit'`),
      OWNED,
    ],
    ...[
      [':back', 'of a return'],
      [':of_exception', 'of an exception'],
    ].flatMap(([id, whose]): Plant[] => [
      [
        'rails.postings.amount',
        `${whose}, smaller`,
        `UPDATE rails.postings SET amount = amount - 1 WHERE id = ${id}`,
        OWNED,
      ],
      ['rails.postings.amount', `${whose}, turned around`, turned(`id = ${id}`), OWNED],
      [
        'rails.postings.entry_refs',
        `${whose}, gone`,
        `UPDATE rails.postings SET entry_refs = '{}' WHERE id = ${id}`,
        OWNED,
      ],
      ['rails.postings.amount', `${whose}, doubled`, copied(`id = ${id}`, `count = 1`), OWNED],
      [
        'rails.postings.connection',
        `${whose}, moved`,
        `UPDATE rails.postings SET connection = 'y' WHERE id = ${id}`,
        OWNED,
      ],
      [
        'rails.postings.amount',
        `${whose}, deleted`,
        `${entry('allocate', ':exception', { from: 'suspense', to: 'available', amount: 7 })};
         ${deleted('rails.postings', `id = ${id}`)}`,
        id === ':back' ? 'bank-entries-follow-their-results' : OWNER,
      ],
    ]),
    [
      'rails.postings.end_to_end_id',
      'of a return, gone',
      `UPDATE rails.postings SET end_to_end_id = NULL WHERE id = :back`,
      OWNED,
    ],
    [
      'rails.postings.end_to_end_id',
      'of an exception about a payment, gone',
      `UPDATE rails.exceptions SET end_to_end_id = (SELECT end_to_end_id FROM rails.entries WHERE id = :bank_entry)
       WHERE id = :exception`,
      OWNED,
    ],
    [
      'rails.postings.end_to_end_id',
      'of an exception about a trace number, gone',
      `UPDATE rails.exceptions SET original_trace = '1' WHERE id = :exception;
       UPDATE rails.postings SET entry_refs = '{1,x1}', created_at = now() + interval '1 minute' WHERE id = :of_exception`,
      OWNED,
    ],
    ...[
      [':came_back', 'more than was paid'],
      [':bank_entry', 'out again though nothing came back'],
    ].map(([payment, what]): Plant => [
      'rails.postings.amount',
      `of an exception, ${what}`,
      ['exceptions', 'postings']
        .map(
          (table) => `
            UPDATE rails.${table} SET direction = 'debit',
              end_to_end_id = (SELECT end_to_end_id FROM rails.entries WHERE id = ${payment})
            WHERE id = ${table === 'postings' ? ':of_exception' : ':exception'}`,
        )
        .join(';'),
      OWNED,
    ]),
    [
      'rails.entries.amount',
      'of what came back, on its way back once more by a reversal',
      `UPDATE rails.entries SET reverses = :came_back WHERE id = :bank_entry`,
      OWNED,
    ],
    ...[
      ['state', `'settled'`],
      ['return_trace', 'NULL'],
      ['code', `'R02'`],
    ].map(([column, value]): Plant => [
      `rails.entries.${column}`,
      'changed, of what came back',
      `UPDATE rails.entries SET ${column} = ${value} WHERE id = :came_back`,
      'bank-entries-follow-their-results',
    ]),
    [
      'rails.entries.state',
      'settled, though no bank said so',
      `UPDATE rails.entries SET state = 'settled' WHERE id = :bank_entry`,
      'bank-entries-follow-their-results',
    ],
    [
      'rails.entries.state',
      'filed again, though a bank settled it',
      `INSERT INTO rails.results (enterprise_id, id, key, end_to_end_id, kind, occurred_at, created_at)
       SELECT :own, '${newId()}', end_to_end_id || '-1-0-s', end_to_end_id, 'settled', now(), now() FROM rails.entries
       WHERE id = :bank_entry`,
      'bank-entries-follow-their-results',
    ],
    ...[
      ['side', `'source'`],
      ['rail', `'same_day_ach'`],
      ['routing_number', `'x'`],
      ['transaction_code', 'transaction_code + 10'],
      ['transaction_code', 'transaction_code + 5'],
      ['name', `'MALLORY'`],
    ].map(([column, value]): Plant => [
      `rails.entries.${column}`,
      `changed to ${value}`,
      `UPDATE rails.entries SET ${column} = ${value} WHERE id = :bank_entry`,
      'bank-entries-equal-their-legs',
    ]),
    ...[
      ['legs', 'account_id', `:document`, 'transfer_id'],
      ['legs', 'account_version', 'account_version + 1', 'transfer_id'],
      ['transfers', 'destination', `jsonb_set(destination, '{account_version}', '7')`, 'id'],
      ['transfers', 'destination', `jsonb_set(destination, '{account_id}', to_jsonb(:document))`, 'id'],
    ].map(([table, column, value, key]): Plant => [
      `transfers.${table}.${column}`,
      `changed to ${value}`,
      `UPDATE transfers.${table} SET ${column} = ${value} WHERE ${key} = :payout`,
      'transfers-equal-their-legs',
    ]),
    [
      'transfers.transfers.destination',
      'changed with its leg, against its approval',
      `UPDATE transfers.transfers SET destination = jsonb_set(destination, '{account_version}', '7') WHERE id = :waiting;
       UPDATE transfers.legs SET account_version = 7 WHERE transfer_id = :waiting`,
      'approvals-are-as-requested',
    ],
    [
      'subledgers.subledgers.customer_reference_id',
      'changed',
      `UPDATE subledgers.subledgers SET customer_reference_id = 'x' WHERE id = :wallet`,
      TOLD,
    ],
    ...[
      ['approvals', 'subject', `'{"amount":6}'`],
      ['approvals', 'digest', `'x'`],
      ['approvals', 'policies', `'[{"id":"p","name":"p","required":0}]'`],
      ['approvals', 'policies', `'[]'`],
      ['approvals', 'subject_id', ':payout'],
      ['decisions', 'user_name', `'mallory'`],
    ].map(([table, column, value]): Plant => [
      `controls.${table}.${column}`,
      `changed to ${value}`,
      `UPDATE controls.${table} SET ${column} = ${value} WHERE ${table === 'approvals' ? 'id' : 'approval_id'} = :approval`,
      'approvals-are-as-requested',
    ]),
    ['rails.exceptions.amount', 'changed', changed('rails.exceptions', 'amount', 'id = :exception'), OWNER],
    ['rails.exceptions.amount', 'deleted', deleted('rails.exceptions', 'id = :exception'), 'suspense-is-explained'],
    [
      'rails.statements.opening',
      'changed',
      changed('rails.statements', 'opening', 'id = :statement'),
      'statements-add-up',
    ],
    [
      'rails.statements.closing',
      'changed',
      changed('rails.statements', 'closing', 'id = :statement'),
      'statements-add-up',
    ],
    [
      'rails.statements.credits',
      'changed',
      changed('rails.statements', 'credits', 'id = :statement'),
      'statements-add-up',
    ],
    [
      'rails.statements.debits',
      'changed',
      changed('rails.statements', 'debits', 'id = :statement'),
      'statements-add-up',
    ],
    [
      'rails.statement_lines.amount',
      'changed',
      changed('rails.statement_lines', 'amount', 'id = :line'),
      'statements-add-up',
    ],
    ...['NULL', 'opening + 1'].map((opening): Plant => [
      'rails.statements.opening',
      `changed to ${opening}, with the closing one`,
      `UPDATE rails.statements SET opening = ${opening}, closing = closing + 1 WHERE id = :statement`,
      'statements-add-up',
    ]),
    ['rails.statement_lines.amount', 'deleted', deleted('rails.statement_lines', 'id = :line'), 'statements-add-up'],

    [
      'controls.usage.amount',
      'changed',
      changed('controls.usage', 'amount', 'limit_id = :limit'),
      'limit-usage-is-a-sum',
    ],
    ['controls.usage.amount', 'deleted', deleted('controls.usage', 'limit_id = :limit'), 'limit-usage-is-a-sum'],
    [
      'controls.counted.amount',
      'changed',
      changed('controls.counted', 'amount', 'limit_id = :limit'),
      'limit-usage-is-a-sum',
    ],
    ['controls.counted.amount', 'moved', moved('controls.counted', 'limit_id = :limit'), 'limit-usage-is-a-sum'],

    ['platform.events.data', 'changed, of a transfer', told('transfer', ':payout'), TOLD],
    ['platform.events.data', 'changed, of a book transfer', told('book_transfer', ':book'), TOLD],
    ['platform.events.data', 'changed, of a schedule', told('schedule', ':schedule'), TOLD],
    ['platform.events.data', 'changed, of a bulk transfer', told('bulk_transfer', ':bulk'), TOLD],
    [
      'platform.events.data',
      'changed, of a book transfer, and marked as a test',
      `${told('book_transfer', ':book')}; UPDATE platform.events SET test = true WHERE resource_id = :book`,
      TOLD,
    ],
    [
      'platform.events.data',
      'of another resource',
      `UPDATE platform.events SET resource_type = 'person' WHERE resource_id = :payout AND sequence = 2`,
      'transfers-have-their-events',
    ],
    [
      'platform.events.data',
      'marked as a test',
      `UPDATE platform.events SET test = true WHERE resource_id = :payout AND sequence = 2`,
      'transfers-have-their-events',
    ],
    [
      'platform.events.data',
      'without the amount',
      `UPDATE platform.events SET data = (data::jsonb #- '{transfer,amount}')::text
       WHERE resource_id = :payout AND sequence = 2`,
      TOLD,
    ],
    [
      'platform.events.data',
      'deleted',
      deleted('platform.events', 'resource_id = :payout AND sequence = 2'),
      'transfers-have-their-events',
    ],
  ];

  it('is not there at first', async () => {
    await expectSound(service.database);
  });

  const planted = plants.map(([column, what, damage, found]) => [`${column}, ${what}`, { damage, found }] as const);
  it.each(planted)('in %s, is found by `ledger verify`', async (_, { damage, found }) => {
    const { verify } = await rulesThatFind(damage);
    expect(verify).toContain(found);
  });

  it('in the stored sums of a balance is found by the check of every minute', async () => {
    const store = `INSERT INTO ledger.balance_checkpoints (enterprise_id, last_entry_id, entry_count, balances)
      SELECT :own, ${oneEntry('true')}, 1, '{"cash":"12"}'
      ON CONFLICT (enterprise_id) DO UPDATE SET balances = excluded.balances`;
    expect((await rulesThatFind(store, new Date())).all).toContain(SUMS);
  });

  it('is planted in every column that holds money', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_type = 'BASE TABLE' AND data_type IN ('bigint', 'numeric') AND column_name !~ $1
         AND table_schema NOT IN ('pg_catalog', 'information_schema', 'public', 'queue')`,
      [NO_MONEY.source],
    );
    const covered = new Set([...plants.map(([column]) => column), ...Object.keys(OF_OTHERS)]);
    expect(rows.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
    expect(plants.length).toBeGreaterThanOrEqual(50);
  });
});
