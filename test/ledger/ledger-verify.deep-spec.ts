import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@payments/kernel';
import type { LedgerReport } from '@payments/ledger';
import { withApplication } from '../../apps/cli/src/support/application.js';
import { createEnterprise } from '../../apps/cli/src/support/enterprise.js';
import { Progress } from '../../apps/cli/src/support/keys/progress.js';
import { credit } from '../../apps/cli/src/support/ledger/credit.js';
import { describeReports, dollars, isSound, reportsAsJson } from '../../apps/cli/src/support/ledger/report.js';
import { verifyLedgers } from '../../apps/cli/src/support/ledger/verify.js';
import type { VerifyOptions } from '../../apps/cli/src/support/ledger/verify.js';
import type { ApiClient } from '../support/api-client.js';
import { expectLedgerSound, ledgerFindings } from '../support/ledger-sound.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src/support/ledger', 'libs/ledger/src');

describe('payments ledger verify', () => {
  let service: TestService;
  let client: ApiClient;
  let enterprise: string;
  let directory: string;

  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const verify = (options: VerifyOptions = {}) =>
    withApplication(service.database.config, (app) => verifyLedgers(app, options, new Progress()));
  const found = (reports: readonly LedgerReport[]) =>
    reports.flatMap(({ findings }) => findings.map(({ check, subject, message }) => `${check} ${subject}: ${message}`));
  /** What is found, by verify and by the invariants, while the damage is done. */
  async function whileDamaged(damage: string, values: readonly unknown[] = [enterprise]): Promise<string[]> {
    await query('BEGIN; SET LOCAL session_replication_role = replica');
    await query(damage, values);
    await query('COMMIT');
    const seen = await ledgerFindings(service.database);
    expect(seen.length).toBeGreaterThan(0);
    return found(await verify());
  }
  const sumToZero = () => expectLedgerSound(service.database);

  beforeAll(async () => {
    service = await startTestService();
    directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  });
  beforeEach(async () => {
    client = await service.client();
    enterprise = client.credentials.enterprise_id;
    for (const amount of [100, 250, 4_000]) await client.post('/sandbox/balance/credit', { amount });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(directory, { recursive: true });
  });

  it('finds nothing where nothing is wrong, and says what it read', async () => {
    await sumToZero();
    const reports = await verify();
    expect(found(reports)).toEqual([]);
    expect(reports.map(({ enterprise_id }) => enterprise_id)).toContain(enterprise);
    const [report] = await verify({ enterprise: enterprise.toUpperCase() });
    expect(report).toMatchObject({ enterprise_id: enterprise, entries: 4 });
    expect(describeReports([report!], 5)).toMatch(
      /all checks passed.*entries: 4[^]*available +1,000,043\.50 +1,000,043\.50/,
    );
    expect(JSON.parse(reportsAsJson([report!], 5))).toMatchObject({
      ...{ command: 'ledger verify', sound: true },
      enterprises: [
        {
          balances: expect.arrayContaining([
            { account: 'cash', balance: -100_004_350, recomputed: -100_004_350 },
          ]) as unknown,
        },
      ],
    });
  });

  it('adds up more entries than one step holds', async () => {
    const amounts = `FROM generate_series(1, 12001) AS n`;
    await query(
      `WITH credits AS (
         INSERT INTO ledger.credits SELECT $1, gen_random_uuid(), n, NULL, 'x', 'x', now() ${amounts} RETURNING id, amount)
       INSERT INTO ledger.entries SELECT $1, gen_random_uuid(), id, 'none', 1, 'credit', 'cash', 'available', amount, now(),
         date_trunc('milliseconds', now()) FROM credits`,
      [enterprise],
    );
    expect(found(await verify({ enterprise })).length).toBe(2);
    await query(
      `UPDATE ledger.balances SET balance = balance + CASE account WHEN 'available' THEN 1 ELSE -1 END * (SELECT sum(n) ${amounts})
       WHERE enterprise_id = $1 AND account IN ('available', 'cash')`,
      [enterprise],
    );
    const [report] = await verify({ enterprise });
    expect(report).toMatchObject({ entries: 12_005, findings: [] });
    expect(found(await verify({ enterprise, file: await exported() }))).toEqual([]);
  });

  it('finds a balance that was changed', async () => {
    const before = `UPDATE ledger.balances SET balance = balance + $2 WHERE enterprise_id = $1 AND account = 'available'`;
    const findings = await whileDamaged(before, [enterprise, 1]);
    expect(findings).toEqual([
      'balances-are-sums available: the balance is 100004351, but its entries sum to 100004350',
      'balances-cancel-out all accounts: the balances sum to 1',
    ]);
    expect(isSound(await verify({ enterprise }))).toBe(false);
    expect(describeReports(await verify(), 0)).toMatch(/checks failed[^]*balances-are-sums/);
    await query(before, [enterprise, -1]);
  });

  it('finds a balance that is gone', async () => {
    const findings = await whileDamaged(`DELETE FROM ledger.balances WHERE enterprise_id = $1 AND account = 'cash'`);
    expect(findings[0]).toBe('balances-are-sums cash: the balance is missing, but its entries sum to -100004350');
    await query(`INSERT INTO ledger.balances VALUES ($1, 'cash', -100004350, now())`, [enterprise]);
  });

  it('finds an entry that was changed, moved to another account, or taken away', async () => {
    const one = `enterprise_id = $1 AND amount = 250`;
    const changed = await whileDamaged(`UPDATE ledger.entries SET amount = 251 WHERE ${one}`);
    expect(changed.map((line) => line.split(':')[0])).toEqual([
      'balances-are-sums available',
      'balances-are-sums cash',
      expect.stringMatching(/^credits-are-booked /),
      expect.stringMatching(/^entries-have-their-owner /),
    ]);
    await query(`UPDATE ledger.entries SET amount = 250 WHERE enterprise_id = $1 AND amount = 251`, [enterprise]);
    const moved = await whileDamaged(`UPDATE ledger.entries SET credit_account = 'suspense' WHERE ${one}`);
    expect(moved.map((line) => line.split(':')[0])).toEqual([
      'balances-are-sums available',
      'balances-are-sums suspense',
      expect.stringMatching(/^credits-are-booked /),
      expect.stringMatching(/^entries-have-their-owner /),
      expect.stringMatching(/^suspense-is-explained /),
    ]);
    await query(`UPDATE ledger.entries SET credit_account = 'available' WHERE ${one}`, [enterprise]);
    const [kept] = await query<object>(`SELECT * FROM ledger.entries WHERE ${one}`, [enterprise]);
    const gone = await whileDamaged(`DELETE FROM ledger.entries WHERE ${one}`);
    expect(gone.map((line) => line.split(':')[0])).toEqual([
      ...['balances-are-sums available', 'balances-are-sums cash', 'entries-have-no-gap all entries'],
      expect.stringMatching(/^credits-are-booked /),
    ]);
    await query(`INSERT INTO ledger.entries SELECT * FROM jsonb_populate_record(NULL::ledger.entries, $1)`, [
      JSON.stringify(kept),
    ]);
    await sumToZero();
  });

  it('finds money that is held below zero', async () => {
    const findings = await whileDamaged(
      `INSERT INTO ledger.balances SELECT $1, unnest(ARRAY['reserved', 'suspense']), unnest(ARRAY[-5, 5]), now()`,
    );
    expect(findings).toContain('no-negative-hold reserved: the balance is -5');
    await query(`DELETE FROM ledger.balances WHERE enterprise_id = $1 AND account IN ('reserved', 'suspense')`, [
      enterprise,
    ]);
  });

  const csv = async (search = '') => (await client.get(`/deliver/ledger/entries?format=csv${search}`)).text;
  async function exported(change: (lines: string[]) => string[] = (lines) => lines): Promise<string> {
    const file = join(directory, `${newId()}.csv`);
    writeFileSync(file, change((await csv()).split('\r\n')).join('\r\n'));
    return file;
  }
  const check = 'ledger-matches-export';

  it('agrees with an export, also when more was posted after it', async () => {
    const file = await exported();
    await client.post('/sandbox/balance/credit', { amount: 5 });
    const reports = await verify({ enterprise, file });
    expect(found(reports)).toEqual([]);
    expect(reports[0]!.entries).toBe(5);
  });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['an amount was changed', (l) => l.with(1, l[1]!.replace(',4000,', ',4001,')), /line 2: differs .* in amount$/],
    ['a time was changed', (l) => l.with(2, l[2]!.replace(/\d{3}Z,/, '999Z,')), /line 3: differs .* in banking_at/],
    ['a line is missing', (l) => l.toSpliced(2, 1), /the file: lacks 1 of the entries/],
    ['the oldest is missing', (l) => l.toSpliced(4, 1), /the file: lacks 1 of the entries/],
    ['a line is there twice', (l) => l.toSpliced(2, 0, l[2]!), /line 4: is not older than the previous line/],
    ['lines changed places', (l) => [l[0]!, l[2]!, l[1]!, ...l.slice(3)], /line 3: is not older/],
    ['an entry was made up', (l) => l.with(1, l[1]!.replace(/^[^,]+/, newId())), /line 2: the ledger has no entry/],
    ['a line is none', (l) => l.with(3, 'total,12'), /line 4: must be an entry with 14 fields/],
    ['it has other columns', (l) => l.with(0, 'id,amount'), /line 1: the columns must be id,subject_id/],
    ['all lines are missing', (l) => [l[0]!], /the file: lacks 4 of the entries/],
  ])('finds in an export that %s', async (_, change, expected) => {
    const [first] = found(await verify({ enterprise, file: await exported((lines) => change(lines).filter(Boolean)) }));
    expect(first).toMatch(expected);
    expect(first?.startsWith(check) || first === undefined).toBe(true);
  });

  it('agrees with an export of an older release, which has fewer columns, and finds what was changed in it', async () => {
    const older = (lines: string[]) => lines.map((line) => line.split(',').slice(0, 11).join(','));
    expect(found(await verify({ enterprise, file: await exported(older) }))).toEqual([]);
    const changed = await exported((lines) => older(lines.with(1, lines[1]!.replace(',4000,', ',4001,'))));
    expect(found(await verify({ enterprise, file: changed }))).toEqual([
      expect.stringMatching(/line 2: differs .* in amount$/),
    ]);
  });

  it('checks the books of subledgers, too', async () => {
    const [own] = await query<{ name: string }>('SELECT name FROM platform.enterprises WHERE enterprise_id = $1', [
      enterprise,
    ]);
    const made = await client.post('/deliver/subledgers', {
      ...{ subledger_reference_id: 'wallet', customer_reference_id: own!.name },
    });
    const { id: book } = made.body['subledger'] as { id: string };
    await client.post('/deliver/booktransfers', {
      ...{ book_transfer_reference_id: 'fund', amount: 40, currency: 'USD' },
      destination: { subledger_reference_id: 'wallet' },
    });
    await query(`DELETE FROM ledger.book_balances WHERE enterprise_id = $1`, [enterprise]);
    expect(found(await verify({ enterprise }))).toEqual([
      `balances-are-sums ${book}/available: the balance is missing, but its entries sum to 40`,
      'balances-cancel-out all accounts: the balances sum to -40',
    ]);
    await query(`INSERT INTO ledger.book_balances VALUES ($1, '${book}', 'available', 40, now())`, [enterprise]);
    const [report] = await verify({ enterprise, file: await exported() });
    expect(report!.findings).toEqual([]);
    expect(report!.balances.at(-1)).toEqual({ book, account: 'available', balance: 40n, recomputed: 40n });
    expect(describeReports([report!], 0)).toContain(`${book}/available`);
    await sumToZero();
  });

  it('does not take the export of another enterprise for this one', async () => {
    const file = await exported();
    const other = (await service.createEnterprise()).enterprise_id;
    expect(found(await verify({ enterprise: other, file })).length).toBe(4);
  });

  it('says which option does not fit', async () => {
    await expect(verify({ file: 'x.csv' })).rejects.toThrow('--enterprise: required with --file');
    await expect(verify({ enterprise, file: join(directory, 'none.csv') })).rejects.toThrow(
      /^--file: file .* does not exist/,
    );
    await expect(verify({ enterprise: newId() })).rejects.toThrow('--enterprise: no enterprise has the id or name');
    await expect(verify({ enterprise: 'x' })).rejects.toThrow('--enterprise: no enterprise has the id or name');
  });

  describe('payments balance credit', () => {
    const book = (options: Partial<Parameters<typeof credit>[1]> = {}) =>
      withApplication(service.database.config, (app) => credit(app, { enterprise, amount: 12_345, ...options }));

    it('books a wire once, however often it is entered', async () => {
      const reference = `WIRE ${newId()}`;
      const booked = await book({ reference });
      expect(booked).toMatchObject({
        enterprise_id: enterprise,
        amount: 12_345,
        reference,
        balance: { available: 100_016_695 },
      });
      await expect(book({ reference })).rejects.toThrow('--reference: A credit with this reference already exists.');
      expect((await book()).balance.available).toBe(100_029_040);
      expect((await book()).balance.available).toBe(100_041_385);
      const other = (await service.createEnterprise()).enterprise_id;
      expect((await book({ reference, enterprise: other })).balance.available).toBe(100_012_345);
      await sumToZero();
    });

    it('keeps who booked it and the bank’s reference', async () => {
      const { credit_id, reference } = await book({ reference: `WIRE ${newId()}` });
      const [row] = await query(`SELECT amount, reference, created_by FROM ledger.credits WHERE id = $1`, [credit_id]);
      expect(row).toEqual({ amount: '12345', reference, created_by: 'cli' });
    });

    it.each([0, -1, 1.5, 10_000_000_000])('refuses the amount %j', async (amount) => {
      await expect(book({ amount })).rejects.toThrow('--amount: must be a whole number of cents from 1 to 9999999999');
    });

    it('refuses a reference that is none, and an enterprise that is none', async () => {
      for (const reference of ['', ' ', 'x'.repeat(256), 'a\u0000'])
        await expect(book({ reference })).rejects.toThrow('--reference: must be');
      await expect(book({ enterprise: newId() })).rejects.toThrow('--enterprise: no enterprise has the id or name');
    });
  });

  it('an enterprise that the command line makes has its opening too', async () => {
    const { enterprise_id } = await createEnterprise(service.database.config, {
      ...{ name: `Made by ${newId()}`, requireApiKey: false },
      ...{ customerRequirements: 'at_transfer', uniqueAccountDetails: false },
    });
    expect((await verify({ enterprise: enterprise_id }))[0]).toMatchObject({ entries: 1, findings: [] });
  });

  it('prints amounts exactly', () => {
    expect([0n, 5n, -5n, 100_000_000n, -123_456_789_012_345_678n].map(dollars)).toEqual([
      ...['0.00', '0.05', '-0.05', '1,000,000.00', '-1,234,567,890,123,456.78'],
    ]);
  });
});
