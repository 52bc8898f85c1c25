import { isUuid } from '@payments/kernel';
import type { LedgerCheck, LedgerFinding, LedgerSnapshot } from '../../application/checks.js';
import { CSV_HEAD, ENTRY_COLUMNS, fromCsv, toCsv } from '../../application/entry-csv.js';
import { toEntryView } from '../../application/entry.view.js';
import { movementsOf } from '../../domain/posting.js';
import type { LedgerAccount } from '../../domain/accounts.js';
import { ENTRY_ROW, toEntry } from './entry-row.js';
import type { EntryRow } from './entry-row.js';

const STEP = 1_000;
/** At most this many lines are listed; the rest are only counted. */
const NAMED = 100;

type Line = Readonly<Record<string, string>> & { readonly number: number };

/** Compares a CSV export of all entries with the ledger. `lines` opens the file. */
export function exportCheck(lines: () => AsyncIterable<string>): LedgerCheck {
  return { name: 'ledger-matches-export', find: (snapshot) => new ExportReading(snapshot).read(lines()) };
}

class ExportReading {
  private readonly findings: LedgerFinding[] = [];
  private readonly totals = new Map<LedgerAccount, bigint>();
  private unnamed = 0;
  private rows = 0;
  private newest: string | undefined;
  private previous = '';

  constructor(private readonly snapshot: LedgerSnapshot) {}

  async read(lines: AsyncIterable<string>): Promise<readonly LedgerFinding[]> {
    let number = 0;
    let step: Line[] = [];
    for await (const text of lines) {
      number += 1;
      if (number === 1 && text !== CSV_HEAD.trimEnd()) {
        return [
          { subject: 'line 1', message: `the columns must be ${ENTRY_COLUMNS.join(',')}; export the entries again` },
        ];
      }
      const line = number > 1 && this.entryOf(text, number);
      if (line) step.push(line);
      if (step.length === STEP) {
        await this.compare(step);
        step = [];
      }
    }
    await this.compare(step);
    if (this.findings.length === 0) await this.compareWhole();
    if (this.unnamed > 0) this.findings.push({ subject: 'the file', message: `${this.unnamed} more wrong lines` });
    return this.findings;
  }

  /** The order, newest first, also reveals duplicate lines without keeping all lines in memory. */
  private entryOf(text: string, number: number): Line | undefined {
    const fields = fromCsv(text);
    if (fields === undefined || !isUuid(fields['id']!)) {
      this.report(number, `must be an entry with ${ENTRY_COLUMNS.length} fields, starting with its id`);
      return undefined;
    }
    const place = `${fields['created_at']} ${fields['id']}`;
    if (this.previous !== '' && place >= this.previous) this.report(number, 'is not older than the previous line');
    this.previous = place;
    this.newest ??= fields['id'];
    return { ...fields, number } as unknown as Line;
  }

  private async compare(step: readonly Line[]): Promise<void> {
    const { transaction, enterpriseId } = this.snapshot;
    const rows = await transaction.query<EntryRow>(`${ENTRY_ROW} AND id = ANY($2::uuid[])`, [
      enterpriseId,
      step.map((line) => line['id']),
    ]);
    const entries = new Map(rows.map((row) => [row.id, toEntry(row)]));
    for (const line of step) {
      const entry = entries.get(line['id']!);
      if (entry === undefined) {
        this.report(line.number, `the ledger has no entry ${line['id']}`);
        continue;
      }
      const stands = fromCsv(toCsv([toEntryView(entry)]).trimEnd())!;
      const others = ENTRY_COLUMNS.filter((column) => line[column] !== stands[column]);
      if (others.length > 0) this.report(line.number, `differs from entry ${line['id']} in ${others.join(', ')}`);
      this.rows += 1;
      this.add(movementsOf([{ debit: entry.debit_account, credit: entry.credit_account, amount: entry.amount }]));
    }
  }

  /** Each line is an entry, so a difference in sums or count means entries without a line. */
  private async compareWhole(): Promise<void> {
    const { transaction, enterpriseId, recomputation } = this.snapshot;
    const [newer] = await transaction.query<{ entries: number; movements: [LedgerAccount, string][] | null }>(
      `WITH newer AS (
         SELECT debit_account, credit_account, amount FROM ledger.entries WHERE enterprise_id = $1
           AND (created_at, id) > (SELECT created_at, id FROM ledger.entries WHERE enterprise_id = $1 AND id = $2)),
       movements AS (
         SELECT debit_account AS account, -amount AS cents FROM newer UNION ALL SELECT credit_account, amount FROM newer),
       sums AS (SELECT account, sum(cents)::text AS cents FROM movements GROUP BY account)
       SELECT (SELECT count(*)::int FROM newer) AS entries,
         (SELECT jsonb_agg(jsonb_build_array(account, cents)) FROM sums) AS movements`,
      [enterpriseId, this.newest ?? null],
    );
    this.add((newer!.movements ?? []).map(([account, cents]): [LedgerAccount, bigint] => [account, BigInt(cents)]));
    const missing = recomputation.entries - this.rows - newer!.entries;
    if (missing !== 0) {
      const message = `lacks ${missing} of the entries up to its first line; export without filters`;
      this.findings.push({ subject: 'the file', message });
    }
    for (const { account, balance = 0n } of recomputation.balances) {
      const total = this.totals.get(account) ?? 0n;
      if (total === balance) continue;
      const message = `the balance is ${balance}, but the file and newer entries sum to ${total}`;
      this.findings.push({ subject: account, message });
    }
  }

  private add(movements: Iterable<readonly [LedgerAccount, bigint]>): void {
    for (const [account, cents] of movements) this.totals.set(account, (this.totals.get(account) ?? 0n) + cents);
  }

  private report(line: number, message: string): void {
    if (this.findings.length < NAMED) this.findings.push({ subject: `line ${line}`, message });
    else this.unnamed += 1;
  }
}
