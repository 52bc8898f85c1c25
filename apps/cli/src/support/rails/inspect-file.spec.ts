import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  achLines,
  addenda05,
  addenda98,
  addenda99,
  asFile,
  bai2,
  camt053,
  pacs002FromRtp,
  pain002,
} from '@payments/testing';
import { writtenPain001 } from '../../../../../test/support/rails/written-messages.js';
import { runCommand } from '../../../../../test/support/command.js';

const settled = { settlementDate: '328' };
const batches = [
  { entries: [{ amount: 1_250, addenda: [addenda05(1)] }] },
  { ...settled, number: 2, entries: [{ code: 26, amount: 99, addenda: [addenda99({ code: 'R03' })] }] },
  { ...settled, sec: 'COR', number: 3, entries: [{ code: 21, amount: 0, addenda: [addenda98()] }] },
  { sec: 'CTX', number: 4, entries: [{ code: 22, amount: 5_000 }] },
];

describe('payments rails inspect', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inspect-'));
  const file = join(folder, 'a.ach');
  afterAll(() => rmSync(folder, { recursive: true }));

  const inspect = (lines: readonly string[], ...options: string[]) => {
    writeFileSync(file, asFile(lines));
    return runCommand(['rails', 'inspect', file, ...options], {});
  };
  const lines = achLines(batches);

  it('shows batches, entries, returns and changes of a sound file, with masked accounts', async () => {
    const { code, stdout } = await inspect(lines);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'from ACME CORP (1234567890) to FIRST BANK (091000019), created 2026-11-23 09:05, modifier A',
    );
    expect(stdout).toMatch(/line +3 +27 debit +\$12\.50 +231380104 \*{5}7899 +Best Co\. #23/);
    expect(stdout).toContain('addenda: INVOICE 4711');
    expect(stdout).toContain('return R03: No account has this number');
    expect(stdout).toContain('change C01: Corrected account number; account_number *****1614');
    expect(stdout).toMatch(/batch 4 +CTX.*counted, not shown/);
    expect(stdout).toContain('all controls agree: 4 batches, 7 records, debits $13.49, credits $50.00');
    expect(stdout).not.toContain('1918171614');
    expect(stdout).not.toContain('744-5678');
  });

  it('prints the same as one JSON document', async () => {
    const { code, stdout } = await inspect(lines, '--json');
    const document = JSON.parse(stdout) as Record<string, unknown> & { batches: { entries: unknown[] }[] };
    expect(code).toBe(0);
    expect(document).toMatchObject({ sound: true, totals: { batches: 4, records: 7, debit: 1_349, credit: 5_000 } });
    expect(document.batches.map(({ entries }) => entries.length)).toEqual([1, 1, 1, 0]);
    expect(document.batches[3]).toMatchObject({ line: 14, is_foreign: true, header: { sec: 'CTX' } });
    expect(document.batches[2]!.entries[0]).toMatchObject({
      addenda: { kind: 'change', code: 'C01', correction: { account_number: '*****1614' } },
    });
    expect(stdout).not.toContain('744-5678');
  });

  const broken = lines.map((line, at) => (at === 2 ? line.replace('0000001250', '0000001251') : line));

  it('shows lines and rules of a broken file and nothing else, and ends with status 1', async () => {
    const { code, stdout } = await inspect(broken);
    expect(code).toBe(1);
    expect(stdout).toMatch(/1 broken rule; nothing in the file may be used\nline +columns/);
    expect(stdout).toMatch(/^5 +21–32 +batch control +total_debit +total_debit +1251 +1250$/m);
    expect(stdout).not.toContain('Best Co');
  });

  it('prints the diagnostics as JSON', async () => {
    const { code, stdout } = await inspect(broken, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { sound: false, diagnostics: [{ line: 5, rule: 'total_debit' }] },
    ]);
  });

  it('accepts what the operator waives, and says so', async () => {
    const headless = lines.slice(1);
    expect((await inspect(headless)).code).toBe(1);
    const { code, stdout } = await inspect(headless, '--accept', 'missing_file_header');
    expect([code, stdout]).toEqual([0, expect.stringContaining('waived: missing_file_header')]);
  });

  it('shows no control character of a name', async () => {
    const { stdout } = await inspect(achLines([{ entries: [{ name: 'A\u009b31mB' }] }]));
    expect(stdout).toContain('A?31mB');
  });

  it('says in one line that a file cannot be read', async () => {
    const { code, stderr } = await runCommand(['rails', 'inspect', join(folder, 'nowhere')], {});
    expect([code, stderr]).toEqual([2, expect.stringMatching(/nowhere: cannot be read \(ENOENT\); check the path\n$/)]);
  });

  it('refuses a waiver that does not exist', async () => {
    expect((await inspect(lines, '--accept', 'total_debit')).code).toBe(2);
  });

  const inspectBytes = (bytes: Uint8Array, ...options: string[]) => {
    writeFileSync(file, bytes);
    return runCommand(['rails', 'inspect', file, ...options], {});
  };

  it.each([
    ['camt.053', camt053({ lines: [{ cents: -1_250, text: 'FEE OF 987654321', code: '698' }] })],
    ['bai2', bai2({ lines: [{ cents: -1_250, text: 'FEE OF 987654321', code: '698' }] })],
  ])('shows the lines of a %s, and that they add up', async (format, statement) => {
    const { code, stdout } = await inspectBytes(statement);
    expect(code).toBe(0);
    expect(stdout).toContain(`${format} `);
    expect(stdout).toContain('account *****4567  day 2026-11-23  opening $1,000.00, closing $987.50');
    expect(stdout).toMatch(/2026-11-23 +-\$12\.50 +698 fee +FEE OF \*{5}4321/);
    expect(stdout).toContain('total: 1 booked line, credits $0.00, debits $12.50; ✔ it adds up');
    expect(stdout).not.toContain('1234567');
  });

  it('shows nothing of a statement that does not add up', async () => {
    const { code, stdout } = await inspectBytes(camt053({ lines: [{ cents: 1 }], closing: 5 }), '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { sound: false, diagnostics: [{ rule: 'statement_does_not_add_up' }] },
    ]);
  });

  it('prints the events of a statement as lines of JSON', async () => {
    const { stdout } = await inspectBytes(bai2({ lines: [{ cents: 5 }] }), '--json');
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events).toMatchObject([
      { kind: 'statement_opened', statement: { account: '*****4567', opening: 100_000 } },
      { kind: 'lines', lines: [{ amount: 5, class: 'ach_credit' }] },
      { kind: 'statement_closed', totals: { lines: 1, credits: 5, debits: 0 } },
    ]);
  });

  it('shows the elements of a message, with masked accounts, and what a status means', async () => {
    const sent = await inspectBytes(writtenPain001());
    expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('✔ pain.001.001.03')]);
    expect(sent.stdout).toMatch(/CdtTrfTxInf\[1\]\/Amt\/InstdAmt +\$12\.50/);
    expect(sent.stdout).toMatch(/CdtTrfTxInf\[1\]\/CdtrAcct\/Id\/Othr\/Id +\*{5}5678/);
    expect(sent.stdout).not.toContain('744-5678');
    const { stdout } = await inspectBytes(pacs002FromRtp({ status: 'RJCT', reason: '9910' }));
    expect(stdout).toContain('pacs.002.001.10, in the wrapper of rtp');
    expect(stdout).toContain('T1: RJCT means rejected, 9910');
  });

  it('prints a message as JSON, and refuses one that contradicts itself', async () => {
    const { stdout } = await inspectBytes(pain002(), '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ sound: true, definition: 'pain.002.001.03', values: { 'OrgnlGrpInfAndSts/OrgnlMsgId': 'M1' } },
      statuses: [{ outcome: 'accepted', amount: 1_250 }],
    });
    const refused = await inspectBytes(pain002({ group: 'RJCT', transactions: [{ status: 'ACSC' }] }));
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('contradictory')]);
  });
});
