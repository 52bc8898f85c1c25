import type { LedgerReport } from '@payments/ledger';
import { count, paint } from '../terminal.js';

/** Dollars and cents for a person, exact for any number of cents: `-1,234.05`. */
export function dollars(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  const whole = (size / 100n).toLocaleString('en-US');
  return `${cents < 0n ? '-' : ''}${whole}.${String(size % 100n).padStart(2, '0')}`;
}

export function isSound(reports: readonly LedgerReport[]): boolean {
  return reports.every(({ findings }) => findings.length === 0);
}

/** For a person: the accounts of one enterprise, or of all enterprises with findings. */
export function describeReports(reports: readonly LedgerReport[], elapsedMs: number): string {
  const sound = isSound(reports);
  const mark = sound ? paint('green', '✔') : paint('red', '✖');
  const entries = reports.reduce((sum, report) => sum + report.entries, 0);
  const head = [
    `${mark} ledger verify: ${sound ? 'all checks passed' : 'checks failed'}`,
    `enterprises: ${count(reports.length)}`,
    `entries: ${count(entries)}`,
    `${(elapsedMs / 1_000).toFixed(1)} s`,
  ].join(', ');
  const shown = reports.length === 1 ? reports : reports.filter(({ findings }) => findings.length > 0);
  return [head, ...shown.flatMap(lines)].join('\n');
}

function lines({ enterprise_id, balances, findings }: LedgerReport): string[] {
  const rows = [
    ['account', 'balance', 'sum of entries'],
    ...balances
      .filter(({ balance, recomputed }) => balance !== undefined || recomputed !== 0n)
      .map(({ book, account, balance, recomputed }) => [
        book === undefined ? account : `${book}/${account}`,
        balance === undefined ? 'missing' : dollars(balance),
        dollars(recomputed),
      ]),
  ] as [string, string, string][];
  const [first, second, third] = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)));
  const table = rows.map(([a, b, c]) => `  ${a.padEnd(first!)}  ${b.padStart(second!)}  ${c.padStart(third!)}`);
  const found = findings.map(({ check, subject, message }) => `  ${paint('red', check)}: ${subject}: ${message}`);
  return [`enterprise ${enterprise_id}`, ...table, ...found];
}

/** The same for a program: amounts are integer cents, as text where a JSON number may lose precision. */
export function reportsAsJson(reports: readonly LedgerReport[], elapsedMs: number): string {
  const summary = { command: 'ledger verify', sound: isSound(reports), elapsed_ms: elapsedMs, enterprises: reports };
  return JSON.stringify(summary, (_, value: unknown) => (typeof value === 'bigint' ? asJson(value) : value), 2);
}

function asJson(cents: bigint): number | string {
  return Number.isSafeInteger(Number(cents)) ? Number(cents) : String(cents);
}
