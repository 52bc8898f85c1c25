import { FixedClock, newId, UnitOfWork } from '@payments/kernel';
import { Ledger, ResetSandboxBalance } from '@payments/ledger';
import type { LedgerAccount, Posting } from '@payments/ledger';
import { workContext } from '@payments/observability';
import { currentTransaction, Enterprises } from '@payments/persistence';
import type { Tenant } from '@payments/observability';
import fc from 'fast-check';
import { ledgerAccounts } from '../../libs/ledger/src/domain/accounts.js';
import { OWN_BOOK } from '../../libs/ledger/src/domain/books.js';
import { movementsOf } from '../../libs/ledger/src/domain/posting.js';
import { PostgresLedger } from '../../libs/ledger/src/infrastructure/persistence/postgres-ledger.js';
import { expectLedgerSound } from '../support/ledger-sound.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const OPENING = 100_000_000n;
const BOOK = newId();

let subjects = 0;
function aPosting(overrides: Partial<Posting> = {}): Posting {
  return {
    subject_id: newId(),
    leg: 'destination',
    attempt: 1,
    kind: `kind_${++subjects}`,
    debit: 'available',
    credit: 'reserved',
    amount: 100n,
    banking_at: new Date('2026-07-03T21:00:00.000Z'),
    ...overrides,
  };
}

describe('the ledger', () => {
  let service: TestService;
  let ledger: Ledger;
  let tenant: Tenant;
  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const get = <T>(type: abstract new (...args: never[]) => T) => service.api.get<T>(type, { strict: false });
  const within = <T>(work: () => Promise<T>, as = tenant) =>
    workContext.run({ requestId: 'test', tenant: as }, () => get(UnitOfWork).run(work));
  const post = (...postings: Posting[]) => within(() => ledger.post(postings));
  const newTenant = async () => get(Enterprises).get((await service.createEnterprise()).enterprise_id);
  async function balances(of = tenant): Promise<Partial<Record<LedgerAccount, bigint>>> {
    const rows = await query<{ account: LedgerAccount; balance: string }>(
      `SELECT account, balance FROM ledger.balances WHERE enterprise_id = $1 ORDER BY account`,
      [of.enterpriseId],
    );
    return Object.fromEntries(rows.map(({ account, balance }) => [account, BigInt(balance)]));
  }
  const stateOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );

  beforeAll(async () => {
    service = await startTestService();
    ledger = get(Ledger);
  });
  beforeEach(async () => {
    tenant = await newTenant();
  });
  afterEach(() => expectLedgerSound(service.database));
  afterAll(() => service.stop());

  it('opens with the enterprise: a million dollars in the sandbox, by one entry', async () => {
    expect(await balances()).toEqual({ available: OPENING, cash: -OPENING });
    const entries = await query(
      `SELECT subject_id, leg, attempt, kind, debit_account, credit_account, amount FROM ledger.entries
       WHERE enterprise_id = $1`,
      [tenant.enterpriseId],
    );
    expect(entries).toEqual([
      {
        ...{ subject_id: tenant.enterpriseId, leg: 'none', attempt: 1, kind: 'sandbox_opening' },
        ...{ debit_account: 'cash', credit_account: 'available', amount: String(OPENING) },
      },
    ]);
  });

  it('is not opened when the enterprise is not made in the end', async () => {
    const { enterpriseName } = tenant;
    await expect(service.createEnterprise({ name: enterpriseName })).rejects.toThrow('already exists');
    const [row] = await query<{ orphans: number }>(
      `SELECT count(*)::int AS orphans FROM ledger.balances
       WHERE enterprise_id NOT IN (SELECT enterprise_id FROM platform.enterprises)`,
    );
    expect(row).toEqual({ orphans: 0 });
  });

  it('moves the debited and the credited account, and keeps what was posted', async () => {
    const posting = aPosting({ amount: 12_345n });
    await post(posting, aPosting({ debit: 'reserved', credit: 'clearing_ach', amount: 45n }));
    expect(await balances()).toEqual({
      ...{ available: OPENING - 12_345n, cash: -OPENING },
      ...{ reserved: 12_300n, clearing_ach: 45n },
    });
    const { debit: debit_account, credit: credit_account, amount, ...rest } = posting;
    const [entry] = await query(
      `SELECT subject_id, leg, attempt, kind, debit_account, credit_account, amount, banking_at
       FROM ledger.entries WHERE subject_id = $1`,
      [posting.subject_id],
    );
    expect(entry).toEqual({ ...rest, debit_account, credit_account, amount: String(amount) });
  });

  it('posts a batch in one statement', async () => {
    const postings = Array.from({ length: 200 }, () => aPosting({ amount: 1n }));
    const sent: string[] = [];
    await within(async () => {
      const transaction = currentTransaction();
      const send = transaction.query.bind(transaction);
      const spy = jest.spyOn(transaction, 'query').mockImplementation((sql, values, name) => {
        sent.push(sql);
        return send(sql, values, name);
      });
      await ledger.post(postings);
      await ledger.post([]);
      spy.mockRestore();
    });
    expect(sent.length).toBe(1);
    expect((await balances()).reserved).toBe(200n);
  });

  it('sums exactly and without a deadlock, however many post at once, some of them several times', async () => {
    const pairs: [LedgerAccount, LedgerAccount][] = [
      ['available', 'reserved'],
      ['clearing_rtp', 'cash'],
      ['suspense', 'pending'],
      ['cash', 'clearing_ach'],
    ];
    const works = Array.from({ length: 50 }, (_, i) =>
      within(async () => {
        // Each begins with another pair of accounts, so that locks taken as they come would cross.
        for (let step = 0; step < 3; step++) {
          const [debit, credit] = pairs[(i + step) % pairs.length]!;
          const [one, other] = (i + step) % 2 === 0 ? [debit, credit] : [credit, debit];
          await ledger.post([aPosting({ debit: one, credit: other, amount: BigInt(i + 1) })]);
        }
      }),
    );
    const before = await query<{ deadlocks: string }>(
      `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
    );
    await Promise.all(works);
    await query('SELECT pg_stat_force_next_flush()');
    const after = await query<{ deadlocks: string }>(
      `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
    );
    expect(after).toEqual(before);
    const [row] = await query<{ entries: number }>(
      `SELECT count(*)::int AS entries FROM ledger.entries WHERE enterprise_id = $1`,
      [tenant.enterpriseId],
    );
    expect(row).toEqual({ entries: 151 });
  });

  it('never lets two spend the same money', async () => {
    const half = OPENING / 2n + 1n;
    const spend = () =>
      within(async () => {
        if ((await ledger.lockAvailable()) < half) return false;
        await ledger.post([aPosting({ amount: half })]);
        return true;
      });
    const spent = await Promise.all(Array.from({ length: 8 }, spend));
    expect(spent.filter(Boolean).length).toBe(1);
    expect((await balances()).available).toBe(OPENING - half);
  });

  it('lets available go below zero, for a late return', async () => {
    await post(aPosting({ credit: 'clearing_ach', amount: OPENING + 1n }));
    expect(await within(() => ledger.lockAvailable())).toBe(-1n);
  });

  it('begins at zero where nothing was ever posted', async () => {
    const bare = { ...tenant, enterpriseId: newId() };
    expect(await within(() => ledger.lockAvailable(), bare)).toBe(0n);
    expect(await balances(bare)).toEqual({});
    expect(await within(() => ledger.lockBooks([newId()]), bare)).toEqual(
      new Map([
        [expect.any(String), 0n],
        [OWN_BOOK, 0n],
      ]),
    );
  });

  describe('has books', () => {
    const ofBook = (book: string) =>
      query<{ account: string; balance: string }>(
        `SELECT account, balance FROM ledger.book_balances WHERE enterprise_id = $1 AND book = $2 ORDER BY account`,
        [tenant.enterpriseId, book],
      );

    it('whose balances move apart, beside that of the enterprise', async () => {
      const [one, other] = [newId(), newId()];
      await post(
        aPosting({ credit: 'available', credit_book: one, amount: 500n }),
        aPosting({ debit_book: one, credit: 'available', credit_book: other, amount: 200n }),
        aPosting({ debit_book: other, credit_book: other, amount: 50n }),
      );
      expect(await balances()).toEqual({ available: OPENING - 500n, cash: -OPENING });
      expect(await ofBook(one)).toEqual([{ account: 'available', balance: '300' }]);
      expect(await ofBook(other)).toEqual([
        { account: 'available', balance: '150' },
        { account: 'reserved', balance: '50' },
      ]);
      const locked = await within(() => ledger.lockBooks([one, other, OWN_BOOK]));
      expect(locked).toEqual(
        new Map([
          [one, 300n],
          [other, 150n],
          [OWN_BOOK, OPENING - 500n],
        ]),
      );
    });

    it.each<[string, Partial<Posting>]>([
      ['money in transit', { credit: 'clearing_ach', credit_book: newId() }],
      ['cash', { debit: 'cash', debit_book: newId() }],
      ['an account against itself', { debit: 'reserved', debit_book: BOOK, credit_book: BOOK }],
    ])('which do not hold %s', async (_, wrong) => {
      expect(await stateOf(post(aPosting(wrong)))).toBe('23514');
    });

    it('never lets two spend the same money of one', async () => {
      const book = newId();
      await post(aPosting({ credit: 'available', credit_book: book, amount: 100n }));
      const spend = () =>
        within(async () => {
          if ((await ledger.lockBooks([book])).get(book)! < 60n) return false;
          await ledger.post([aPosting({ debit_book: book, credit_book: book, amount: 60n })]);
          return true;
        });
      const spent = await Promise.all(Array.from({ length: 8 }, spend));
      expect(spent.filter(Boolean).length).toBe(1);
    });
  });

  it('numbers entries without gaps in the order of the commits, also after one that failed', async () => {
    const late = new PostgresLedger(new FixedClock(new Date('2020-01-01T00:00:00.000Z')));
    const posts = Array.from({ length: 24 }, (_, i) =>
      within(async () => {
        const posting = () => aPosting({ credit_book: i % 2 === 0 ? newId() : OWN_BOOK });
        await ledger.post([posting(), posting()]);
        await late.post([posting()]);
        if (i % 3 === 0) throw new Error('taken back');
      }),
    );
    await Promise.allSettled(posts);
    const entries = await query<{ position: string; sorted: string }>(
      `SELECT position, row_number() OVER (ORDER BY created_at, position) AS sorted FROM ledger.entries
       WHERE enterprise_id = $1 ORDER BY position`,
      [tenant.enterpriseId],
    );
    expect(entries.map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 1 + 16 * 3 }, (_, i) => i + 1),
    );
    // A clock that is behind does not date an entry before its predecessor.
    expect(entries.every(({ position, sorted }) => position === sorted)).toBe(true);
  });

  it('refuses an entry that stands already, and moves nothing', async () => {
    const posting = aPosting();
    await post(posting);
    const before = await balances();
    expect(await stateOf(post(posting))).toBe('23505');
    expect(await stateOf(post(aPosting(), posting))).toBe('23505');
    expect(await balances()).toEqual(before);
    await post({ ...posting, attempt: 2 }, { ...posting, leg: 'source' }, { ...posting, kind: 'other' });
  });

  it.each<[string, Partial<Posting>]>([
    ['of nothing', { amount: 0n }],
    ['of less than nothing', { amount: -1n }],
    ['from an account to itself', { credit: 'available' }],
    ['of a first attempt before the first', { attempt: 0 }],
    ['of an account that nobody knows', { credit: 'elsewhere' as never }],
    ['of a kind that is no word', { kind: '=cmd,1' }],
  ])('refuses an entry %s', async (_, wrong) => {
    expect(await stateOf(post(aPosting(wrong)))).toBe('23514');
    expect(await balances()).toEqual({ available: OPENING, cash: -OPENING });
  });

  it('never sets the time of a balance back', async () => {
    const clock = new FixedClock(new Date('2030-01-01T00:00:00.000Z'));
    const late = new PostgresLedger(clock);
    await within(() => late.post([aPosting()]));
    clock.advance(-5_000);
    await within(() => late.post([aPosting()]));
    const rows = await query<{ updated_at: Date }>(
      `SELECT DISTINCT updated_at FROM ledger.balances WHERE enterprise_id = $1 AND account IN ('available', 'reserved')`,
      [tenant.enterpriseId],
    );
    expect(rows).toEqual([{ updated_at: new Date('2030-01-01T00:00:00.000Z') }]);
  });

  it('gives back everything when the unit of work fails', async () => {
    const failing = within(async () => {
      await ledger.post([aPosting()]);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await balances()).toEqual({ available: OPENING, cash: -OPENING });
  });

  it('keeps entries as they are: the application cannot change or delete one', async () => {
    await post(aPosting());
    for (const sql of [
      'UPDATE ledger.entries SET amount = 1',
      'DELETE FROM ledger.entries',
      'DELETE FROM ledger.balances',
    ]) {
      const attempt = within(async () => currentTransaction().query(sql));
      expect([sql, await stateOf(attempt)]).toEqual([sql, '42501']);
    }
  });

  it('posts only to the current tenant', async () => {
    const other = await newTenant();
    await post(aPosting());
    expect(await balances(other)).toEqual({ available: OPENING, cash: -OPENING });
    // The same subject in another enterprise is another subject.
    const posting = aPosting();
    await post(posting);
    await within(() => ledger.post([posting]), other);
    expect((await balances(other)).reserved).toBe(100n);
  });

  it.each([1n, OPENING, OPENING * 3n])(
    'comes back to the opening by one entry after %s cents were spent',
    async (spent) => {
      await post(aPosting({ amount: spent }));
      const reset = () => workContext.run({ requestId: 'test', tenant }, () => get(ResetSandboxBalance).execute());
      await reset();
      await reset();
      expect(await balances()).toEqual({ available: OPENING, cash: -OPENING - spent, reserved: spent });
      const rows = await query(`SELECT 1 FROM ledger.entries WHERE enterprise_id = $1 AND kind = 'sandbox_reset'`, [
        tenant.enterpriseId,
      ]);
      expect(rows.length).toBe(1);
    },
  );

  it('takes away what is too much on a reset', async () => {
    await post(aPosting({ debit: 'cash', credit: 'available', amount: 7n }));
    await workContext.run({ requestId: 'test', tenant }, () => get(ResetSandboxBalance).execute());
    expect(await balances()).toEqual({ available: OPENING, cash: -OPENING });
  });

  it('agrees with the sum of its entries after any sequence of postings, in batches of any size', async () => {
    const account = fc.constantFrom(...ledgerAccounts.filter((name) => !['reserved', 'pending'].includes(name)));
    const posting = fc
      .record({ debit: account, credit: account, amount: fc.bigInt({ min: 1n, max: 9_999_999_999n }) })
      .filter(({ debit, credit }) => debit !== credit);
    const batches = fc.array(fc.array(posting, { maxLength: 6 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(batches, async (sequence) => {
        tenant = await newTenant();
        const expected = new Map<string, bigint>([
          ['available', OPENING],
          ['cash', -OPENING],
        ]);
        for (const batch of sequence) {
          await post(...batch.map((one) => aPosting(one)));
          for (const [name, cents] of movementsOf(batch)) expected.set(name, (expected.get(name) ?? 0n) + cents);
        }
        const found = await balances();
        expect(found).toEqual(Object.fromEntries(expected));
        expect(Object.values(found).reduce((sum, cents) => sum + cents, 0n)).toBe(0n);
        await expectLedgerSound(service.database);
      }),
      { numRuns: 25 },
    );
  });
});
