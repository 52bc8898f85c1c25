import { isUuid } from '@payments/kernel';
import type { LedgerCheck, LedgerFinding, LedgerSnapshot } from '../../application/checks.js';
import { columnsOf, ENTRY_COLUMNS, fromCsv, toCsv } from '../../application/entry-csv.js';
import { toEntryView } from '../../application/entry.view.js';
import { movementsOf } from '../../domain/posting.js';
import { OWN_BOOK, placeKey } from '../../domain/books.js';
import { ENTRY_ROW, toEntry } from './entry-row.js';
import type { EntryRow } from './entry-row.js';
import { movementsIn } from './recompute.js';

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
  private readonly totals = new Map<string, bigint>();
  private columns = ENTRY_COLUMNS;
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
      if (number === 1) {
        const columns = columnsOf(text);
        if (columns === undefined) {
          const message = `the columns must be ${ENTRY_COLUMNS.join(',')}; export the entries again`;
          return [{ subject: 'line 1', message }];
        }
        this.columns = columns;
        continue;
      }
      const line = this.entryOf(text, number);
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
    const fields = fromCsv(text, this.columns);
    if (fields === undefined || !isUuid(fields['id']!)) {
      this.report(number, `must be an entry with ${this.columns.length} fields, starting with its id`);
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
      const others = this.columns.filter((column) => line[column] !== stands[column]);
      if (others.length > 0) this.report(line.number, `differs from entry ${line['id']} in ${others.join(', ')}`);
      this.rows += 1;
      const { debit_account: debit, credit_account: credit, debit_book, credit_book, amount } = entry;
      this.add(movementsOf([{ debit, credit, debit_book, credit_book, amount }]));
    }
  }

  /** Each line is an entry, so a difference in sums or count means entries without a line. */
  private async compareWhole(): Promise<void> {
    const { transaction, enterpriseId, recomputation } = this.snapshot;
    const [newer] = await transaction.query<{ entries: number; movements: [string, string][] | null }>(
      `WITH newer AS (
         SELECT debit_account, credit_account, debit_book, credit_book, amount FROM ledger.entries WHERE enterprise_id = $1
           AND (created_at, id) > (SELECT created_at, id FROM ledger.entries WHERE enterprise_id = $1 AND id = $2)),
       movements AS (${movementsIn('newer')}),
       sums AS (SELECT place, sum(cents)::text AS cents FROM movements GROUP BY place)
       SELECT (SELECT count(*)::int FROM newer) AS entries,
         (SELECT jsonb_agg(jsonb_build_array(place, cents)) FROM sums) AS movements`,
      [enterpriseId, this.newest ?? null],
    );
    this.add((newer!.movements ?? []).map(([place, cents]): [string, bigint] => [place, BigInt(cents)]));
    const missing = recomputation.entries - this.rows - newer!.entries;
    if (missing !== 0) {
      const message = `lacks ${missing} of the entries up to its first line; export without filters`;
      this.findings.push({ subject: 'the file', message });
    }
    for (const { book = OWN_BOOK, account, balance = 0n } of recomputation.balances) {
      const place = placeKey({ book, account });
      const total = this.totals.get(place) ?? 0n;
      if (total === balance) continue;
      const message = `the balance is ${balance}, but the file and newer entries sum to ${total}`;
      this.findings.push({ subject: place, message });
    }
  }

  private add(movements: Iterable<readonly [string, bigint]>): void {
    for (const [place, cents] of movements) this.totals.set(place, (this.totals.get(place) ?? 0n) + cents);
  }

  private report(line: number, message: string): void {
    if (this.findings.length < NAMED) this.findings.push({ subject: `line ${line}`, message });
    else this.unnamed += 1;
  }
}
