import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@payments/kernel';
import { eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { chooseSeed, seededRandom } from '../support/e2e/seeded-random.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { reconReport, rowsOf, untilNow } from '../support/reports.js';
import { advance, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { describeOnOneServer } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/subledgers/src', 'libs/ledger/src', 'libs/reports/src', 'libs/persistence/src/database');

const describeIfOneServer = describeOnOneServer('A trigger is planted that notes each commit');

type Body = Record<string, unknown>;

/** One of the enterprise itself, and those of subledgers. */
const BOOKS = 20;
const AT_ONCE = 8;
const LOOK_AGAIN_MS = 20;
/** `BOOK_STEPS` for a longer run; `TEST_SEED` runs a failure again. */
const STEPS = Number(process.env['BOOK_STEPS'] ?? 160);
const OWN_BOOK = '00000000-0000-0000-0000-000000000000';
const MONEY = ['available', 'pending', 'reserved'];

interface Entry {
  readonly position: string;
  readonly kind: string;
  readonly debit_book: string;
  readonly debit_account: string;
  readonly credit_book: string;
  readonly credit_account: string;
  readonly amount: string;
}

describeIfOneServer('books, whatever moves between them at once', () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const debits: string[] = [];
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let subledgers: string[];
  let looking: Promise<Looks>;

  beforeAll(async () => {
    process.stdout.write(`TEST_SEED=${seed}\n`);
    service = await startTestService(FROZEN);
    await checkEachCommit(service.database);
    const stop = new AbortController();
    looking = looksAt(service.database, stop.signal);
    await Promise.all([service.startWorker(), service.startWorker()]);
    client = await service.client();
    party = await verifiedParty(client);
    subledgers = await Promise.all(Array.from({ length: BOOKS - 1 }, () => createSubledger()));
    await inTurns(STEPS, step);
    await nothingWaits();
    await advance(client, 3);
    await inTurns(debits.length, (number) => (number % 3 === 0 ? returned(debits[number]!) : Promise.resolve()));
    await inTurns(STEPS / 2, step);
    await nothingWaits();
    await advance(client, 10);
    await nothingWaits();
    stop.abort();
    await looking;
  });
  afterAll(() => service.stop());

  async function createSubledger(): Promise<string> {
    const subledger_reference_id = `wallet-${newId()}`;
    const { customer_reference_id } = party;
    await accepted(client.post('/deliver/subledgers', { subledger_reference_id, customer_reference_id }));
    return subledger_reference_id;
  }

  async function accepted(answer: ReturnType<ApiClient['post']>): Promise<Body> {
    const { status, text, body } = await answer;
    expect([seed, status, text]).toEqual([seed, expect.any(Number), text]);
    if (status > 202) throw new Error(`TEST_SEED=${seed}: ${text}`);
    return body;
  }

  /** Runs so many steps, some at once. The steps are chosen one after the other, so that the seed decides them. */
  async function inTurns(steps: number, run: (number: number) => Promise<unknown>): Promise<void> {
    for (let number = 0; number < steps; number += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, steps - number) }, (_, index) => run(number + index));
      await Promise.all(batch);
    }
  }

  /** A book transfer, a payout or a debit of any book. Many ask for more than there is. */
  function step(): Promise<unknown> {
    const amount = 1_000 + 100 * upTo(400);
    const [from, to] = [upTo(BOOKS), upTo(BOOKS)];
    const book = from === 0 ? {} : { subledger_reference_id: subledgers[from - 1]! };
    const choice = upTo(10);
    if (choice < 5 && from !== to) return moved(amount, from, to);
    if (choice < 7)
      return accepted(client.post('/deliver/transfers', aPayout(party, { amount, speed: 'asap', ...book })));
    return accepted(client.post('/deliver/transfers', aDirectDebit(party, { amount, ...book }))).then(({ transfer }) =>
      debits.push((transfer as { readonly id: string }).id),
    );
  }

  function moved(amount: number, from: number, to: number): Promise<Body> {
    const side = (book: number) => ({ subledger_reference_id: subledgers[book - 1]! });
    return accepted(
      client.post('/deliver/booktransfers', {
        ...{ book_transfer_reference_id: `book-${newId()}`, amount, currency: 'USD' },
        ...(from > 0 && { source: side(from) }),
        ...(to > 0 && { destination: side(to) }),
      }),
    );
  }

  const returned = (id: string) => client.post(`/sandbox/transfers/${id}/outcome`, { kind: 'return', code: 'R10' });

  const nothingWaits = () =>
    eventually(`no transfer waits for a worker (TEST_SEED=${seed})`, async () => {
      const waiting = await service.database.query(
        `SELECT FROM platform.tasks WHERE run_at <= now() AND queue IN ('transfer-acceptance', 'processor-submissions', 'processor-results')
         UNION ALL SELECT FROM transfers.transfers WHERE status = 'created' LIMIT 1`,
      );
      return waiting.length === 0;
    });

  const entries = () =>
    service.database.query<Entry>(
      `SELECT position, kind, debit_book, debit_account, credit_book, credit_account, amount FROM ledger.entries
       WHERE enterprise_id = $1 ORDER BY position`,
      [client.credentials.enterprise_id],
    );

  it('number their entries without a gap', async () => {
    const positions = (await entries()).map(({ position }) => Number(position));
    expect({ seed, positions }).toEqual({ seed, positions: positions.map((_, index) => index + 1) });
    expect(positions.length).toBeGreaterThan(STEPS);
  });

  it('hold the sums of their entries, and nothing altogether', async () => {
    const sums = new Map<string, bigint>();
    const add = (key: string, cents: bigint) => sums.set(key, (sums.get(key) ?? 0n) + cents);
    for (const entry of await entries()) {
      add(`${entry.debit_book} ${entry.debit_account}`, -BigInt(entry.amount));
      add(`${entry.credit_book} ${entry.credit_account}`, BigInt(entry.amount));
    }
    const stored = await service.database.query<{ key: string; balance: string }>(
      `SELECT '${OWN_BOOK} ' || account AS key, balance::text FROM ledger.balances WHERE enterprise_id = $1
       UNION ALL SELECT book || ' ' || account, balance::text FROM ledger.book_balances WHERE enterprise_id = $1`,
      [client.credentials.enterprise_id],
    );
    const balances = new Map(stored.map(({ key, balance }) => [key, BigInt(balance)]));
    for (const [key, sum] of sums) expect([seed, key, balances.get(key)]).toEqual([seed, key, sum]);
    expect([...balances.values()].reduce((all, cents) => all + cents, 0n)).toBe(0n);
    await expectSound(service.database);
  });

  it('hold the sums of their entries at every commit, and nothing altogether', async () => {
    const broken = await service.database.query('SELECT * FROM checks.commits WHERE broken IS NOT NULL LIMIT 5');
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    const [{ commits, unseen } = { commits: 0, unseen: 0 }] = await service.database.query<Record<string, number>>(
      `SELECT count(DISTINCT e.xmin::text)::int AS commits, (count(*) FILTER (WHERE c.transaction IS NULL))::int AS unseen
       FROM ledger.entries e LEFT JOIN checks.commits c ON c.transaction::xid::text = e.xmin::text`,
    );
    expect(unseen).toBe(0);
    // Postings of several requests may share a transaction.
    expect(commits).toBeGreaterThan(STEPS / AT_ONCE);
  });

  it('are never seen to hold anything else, by whoever reads while money moves', async () => {
    const { looks, broken } = await looking;
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    expect(looks).toBeGreaterThan(20);
  });

  it('never spend what they do not have: only money that was taken back leads below zero', async () => {
    const balances = new Map<string, bigint>();
    const overdrawn: string[] = [];
    for (const entry of await entries()) {
      const change = (side: 'debit' | 'credit', cents: bigint) => {
        const account = entry[`${side}_account`];
        if (!MONEY.includes(account)) return;
        const key = `${entry[`${side}_book`]} ${account}`;
        const now = (balances.get(key) ?? 0n) + cents;
        balances.set(key, now);
        const isTakenBack = entry.kind.startsWith('reverse_');
        if (side === 'debit' && now < 0n && !isTakenBack)
          overdrawn.push(`${entry.position} ${entry.kind} ${key} ${now}`);
      };
      change('debit', -BigInt(entry.amount));
      change('credit', BigInt(entry.amount));
    }
    expect({ seed, overdrawn }).toEqual({ seed, overdrawn: [] });
    const refused = await service.database.query(
      `SELECT FROM subledgers.book_transfers WHERE status = 'failed' LIMIT 1`,
    );
    expect(refused).toHaveLength(1);
    expect([...balances.keys()].length).toBeGreaterThan(BOOKS);
  });

  it('are told by reconciliation reports, change by change, of all books and of each', async () => {
    const all = await entries();
    const ids = await service.database.query<{ id: string; name: string }>(
      'SELECT id, subledger_reference_id AS name FROM subledgers.subledgers WHERE enterprise_id = $1',
      [client.credentials.enterprise_id],
    );
    const scopes: [Body, string | undefined][] = [
      ...([
        [{}, undefined],
        [{ report_scope: 'enterprise' }, OWN_BOOK],
      ] as [Body, string | undefined][]),
      ...ids.map(({ id, name }): [Body, string] => [{ report_scope: 'subledger', subledger_reference_id: name }, id]),
    ];
    for (const [scope, book] of scopes) {
      const report = await reconReport(client, { ...untilNow(), ...scope });
      const rows = (await rowsOf(client, report)).map((row) =>
        [row['Position'], row['Affected Balance'], row['Direction'], row['Amount'], row['Ledger Amount']].join(),
      );
      expect({ seed, scope, rows }).toEqual({ seed, scope, rows: changesOf(all, book) });
    }
  });
});

/** The balances of books, as they are stored and as they are the sums of the entries. */
const SUMS = `
  WITH stored AS (
    SELECT enterprise_id, '${OWN_BOOK}'::uuid AS book, account, balance FROM ledger.balances
    UNION ALL SELECT enterprise_id, book, account, balance FROM ledger.book_balances),
  moved AS (
    SELECT enterprise_id, debit_book AS book, debit_account AS account, -amount AS cents FROM ledger.entries
    UNION ALL SELECT enterprise_id, credit_book, credit_account, amount FROM ledger.entries),
  sums AS (SELECT enterprise_id, book, account, sum(cents) AS cents FROM moved GROUP BY 1, 2, 3)`;

/** What is wrong with the balances and the positions of any enterprise, or nothing. */
const BROKEN = `
  ${SUMS}
  SELECT format('%s %s holds %s, but its entries add up to %s', book, account, balance, cents) AS broken
  FROM stored FULL JOIN sums USING (enterprise_id, book, account)
  WHERE coalesce(balance, 0) <> coalesce(cents, 0)
  UNION ALL
  SELECT format('all books hold %s', sum(balance)) FROM stored GROUP BY enterprise_id HAVING sum(balance) <> 0
  UNION ALL
  SELECT format('the door is at %s of %s', last_position, count(position))
  FROM ledger.doors LEFT JOIN ledger.entries USING (enterprise_id)
  GROUP BY enterprise_id, last_position HAVING (last_position, last_position) <> (count(position), coalesce(max(position), 0))`;

/**
 * Lets the database look at all balances at the end of each transaction that has written one, or an entry: it is the state that
 * the commit leaves, and nothing that later commits set right is missed. It notes what it finds, and refuses nothing.
 */
async function checkEachCommit(database: TestDatabase): Promise<void> {
  const query = (sql: string) => database.query(sql);
  await query('CREATE SCHEMA checks');
  await query('CREATE TABLE checks.commits (transaction xid8 PRIMARY KEY, broken text)');
  await query(`
    CREATE FUNCTION checks.look() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      -- All is written when the first of a transaction runs.
      IF NOT EXISTS (SELECT FROM checks.commits WHERE transaction = pg_current_xact_id()) THEN
        INSERT INTO checks.commits SELECT pg_current_xact_id(), (SELECT min(broken) FROM (${BROKEN}) AS found);
      END IF;
      RETURN NULL;
    END $$`);
  for (const table of ['entries', 'balances', 'book_balances']) {
    await query(`
      CREATE CONSTRAINT TRIGGER looked_at AFTER INSERT OR UPDATE OR DELETE ON ledger.${table}
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION checks.look()`);
  }
}

interface Looks {
  readonly looks: number;
  readonly broken: readonly string[];
}

/** Looks at all balances again and again, each time at one snapshot, as a reader does. */
async function looksAt({ adminUrl }: Pick<TestDatabase, 'adminUrl'>, signal: AbortSignal): Promise<Looks> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const broken: string[] = [];
  let looks = 0;
  for (; !signal.aborted; looks++) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ broken: string }>(BROKEN);
    await client.query('COMMIT');
    broken.push(...rows.map((row) => row.broken));
    await sleep(LOOK_AGAIN_MS);
  }
  await client.end();
  return { looks, broken };
}

/** What entries do to the available and the pending money of a book, or of all, as a reconciliation report tells it. */
function changesOf(entries: readonly Entry[], book: string | undefined): string[] {
  let ledger = 0n;
  return entries.flatMap((entry) =>
    (['debit', 'credit'] as const).flatMap((side) => {
      const account = entry[`${side}_account`];
      const isShown = account === 'available' || account === 'pending';
      if (!isShown || (book !== undefined && entry[`${side}_book`] !== book)) return [];
      ledger += side === 'credit' ? BigInt(entry.amount) : -BigInt(entry.amount);
      const [balance, direction] = [account, side].map((name) => name[0]!.toUpperCase() + name.slice(1));
      return [[entry.position, balance, direction, entry.amount, ledger].join()];
    }),
  );
}
