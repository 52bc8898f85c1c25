import { Injectable } from '@nestjs/common';
import type { Connection } from '../../domain/connection.js';
import { ledgerBreakOf } from '../../domain/statements/break-of.js';
import {
  type BalanceProof,
  balanceProof,
  compareLedger,
  openingDifference,
  type OwnBalance,
  readingOf,
  type SettledEntry,
} from '../../domain/statements/balance-proof.js';
import type { ExpectedPosting } from '../../domain/statements/expected-posting.js';
import type { BookedLine } from '../../domain/statements/match-statement.js';
import type { ReconciliationBreak } from '../../domain/statements/reconciliation-break.js';
import { daysFrom, endOf } from '../../domain/statements/statement-days.js';
import { Files, Profiles } from '../ports.js';
import { TenantWork } from '../tenant-work.js';
import { Breaks, LedgerCash, type OpeningDifference, SettledEntries } from './ports.js';

/** Results come late: so many days are compared again, and those since the oldest open break. */
const DAYS_AGAIN = 7;
const ORDERS_AT_ONCE = 5_000;
const MOST_BREAKS = 1_000;

/** What the bank says, and what of it or of the files is not matched. */
export interface BankSide {
  /** The first day of all statements. */
  readonly first: string;
  readonly day: string;
  /** Cents at the end of the day. */
  readonly closing: bigint;
  readonly unmatched: readonly BookedLine[];
  readonly in_transit: readonly ExpectedPosting[];
  /** Cents by which balances do not go on, from one statement to the next. */
  readonly missing: bigint;
}

/** The proof of a balance, as far as one comparison can tell: its reads are not of one instant. */
export interface BalanceReading {
  readonly proof: BalanceProof;
  readonly opening: OpeningDifference;
  /** No earlier comparison has said what the account had before the ledger began. */
  readonly isFirst: boolean;
  /** As `readingOf`. Null while results are on their way into the ledger, and where no other reading could change the proof. */
  readonly reading: string | null;
}

/** Compares the ledger of each enterprise with its entries in files, and all their cash with the balance at the bank. */
@Injectable()
export class CompareLedger {
  constructor(
    private readonly settled: SettledEntries,
    private readonly ledger: LedgerCash,
    private readonly files: Files,
    private readonly breaks: Breaks,
    private readonly profiles: Profiles,
    private readonly tenantWork: TenantWork,
  ) {}

  /** Entry by entry: what the ledger and the files do not agree on. */
  async entries({ name, companies }: Connection, bank: BankSide): Promise<readonly ReconciliationBreak[]> {
    const from = await this.firstDay(name, bank);
    const found: ReconciliationBreak[] = [];
    for (const { enterprise_id } of companies) {
      const breaks = await this.tenantWork.read(enterprise_id, () => this.compare(name, from, bank.day));
      found.push(...(breaks ?? []).map((each) => ledgerBreakOf(each, enterprise_id)));
    }
    return found;
  }

  /** Null where the cash of the ledger is not of this account alone. */
  async balance(connection: Connection, bank: BankSide): Promise<BalanceReading | null> {
    if (!hasAllCash(connection, this.profiles.connections)) return null;
    const { name, companies } = connection;
    const unsent = await this.unconfirmedFiles(name);
    const balances: OwnBalance[] = [];
    for (const { enterprise_id } of companies) {
      const own = await this.tenantWork.read(enterprise_id, async () => ({
        cash: await this.ledger.balance(endOf(bank.day)),
        unsettled: await this.settled.inTime(name, bank.day, unsent),
      }));
      // A profile may be written before its enterprise exists.
      if (own !== undefined) balances.push({ enterprise_id, ...own });
    }
    return this.proveBalance(name, bank, balances);
  }

  private async proveBalance(
    connection: string,
    { first, closing, unmatched, in_transit, missing }: BankSide,
    own: readonly OwnBalance[],
  ): Promise<BalanceReading> {
    const bank = { closing, unmatched, in_transit };
    const sum = (cents: readonly bigint[]) => cents.reduce((all, each) => all + each, 0n);
    const ledger = { unsettled: sum(own.map((each) => each.unsettled)), ledger_cash: sum(own.map(({ cash }) => cash)) };
    const kept = (await this.breaks.last(connection))?.opening ?? null;
    const first_day = kept?.first_day ?? first;
    // What was due before was taken for a part of the opening balance, until a later line shows that it was not.
    const late = await this.breaks.bookedLate(connection, first_day);
    // The first statement says what the account had before.
    const opening_difference = kept === null ? openingDifference({ ...bank, ...ledger }, missing) : kept.cents + late;
    const proof = balanceProof({ ...bank, ...ledger, opening_difference });
    const agrees = kept !== null && proof.difference === 0n;
    const reading = agrees || (await this.isBehind(own)) ? null : readingOf(bank, own);
    return { proof, opening: { cents: opening_difference - late, first_day }, isFirst: kept === null, reading };
  }

  /** Asked last: what had been reported when the entries were read is in the cash that was read before, or it changes. */
  private async isBehind(own: readonly OwnBalance[]): Promise<boolean> {
    for (const { enterprise_id } of own) {
      if (await this.tenantWork.read(enterprise_id, () => this.ledger.isBehind())) return true;
    }
    return false;
  }

  private async compare(connection: string, from: string, to: string) {
    const rails = await this.settled.between(connection, from, to);
    const ids = new Set([
      ...rails.map((each) => each.end_to_end_id),
      ...(await this.settled.unsettled(connection, from)),
    ]);
    const ledger: SettledEntry[] = [];
    const all = [...ids];
    for (let at = 0; at < all.length; at += ORDERS_AT_ONCE) {
      const entries = await this.ledger.ofOrders(all.slice(at, at + ORDERS_AT_ONCE));
      ledger.push(...entries.filter(({ day }) => day >= from && day <= to));
    }
    return compareLedger(ledger, rails);
  }

  private async firstDay(connection: string, { first, day }: BankSide): Promise<string> {
    const open = await this.breaks.open({ connection }, MOST_BREAKS);
    const days = open.filter(({ key }) => key.startsWith('ledger:')).map((each) => each.day);
    const usual = daysFrom(day, -DAYS_AGAIN);
    const begin = first > usual ? first : usual;
    return days.reduce((earliest, each) => (each < earliest ? each : earliest), begin);
  }

  /** Files that the bank may have, and whose entries do not wait for their settlement yet. */
  private async unconfirmedFiles(connection: string): Promise<string[]> {
    const open = await this.files.list(
      { connection, states: ['sealed', 'uploading', 'doubtful', 'uploaded'] },
      MOST_BREAKS,
    );
    const due = await this.files.withEntriesDue(connection);
    return [...new Set([...open, ...due].map(({ id }) => id))];
  }
}

/** Whether all cash of its enterprises is in its account. Payments by the connector and other banks are not. */
export function hasAllCash({ name, companies, rails }: Connection, connections: readonly Connection[]): boolean {
  const own = new Set(companies.map(({ enterprise_id }) => enterprise_id));
  const isElsewhere = connections.some(
    (other) => other.name !== name && other.companies.some(({ enterprise_id }) => own.has(enterprise_id)),
  );
  return !isElsewhere && !Object.values(rails).includes('connector');
}
