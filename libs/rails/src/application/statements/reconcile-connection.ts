import { Injectable } from '@nestjs/common';
import { bankingDayFrom, Clock, nextBankingDay } from '@payments/kernel';
import { Log } from '@payments/observability';
import type { Connection } from '../../domain/connection.js';
import type { BalanceProof } from '../../domain/statements/balance-proof.js';
import { wordsOf } from '../../domain/statements/batch-name.js';
import { balanceBreakOf, gapBreakOf, pagesBreakOf, statementBreakOf } from '../../domain/statements/break-of.js';
import { gapsBetween } from '../../domain/statements/continuity.js';
import { type ExpectedPosting, expectedPostings } from '../../domain/statements/expected-posting.js';
import {
  type BookedLine,
  type MatchResult,
  matchStatement,
  signedOf,
} from '../../domain/statements/match-statement.js';
import type { ReconciliationBreak } from '../../domain/statements/reconciliation-break.js';
import { daysFrom } from '../../domain/statements/statement-days.js';
import { ConnectionLeases, type Lease } from '../ports.js';
import { type BalanceReading, type BankSide, CompareLedger } from './compare-ledger.js';
import { ConfirmDoubtful } from './confirm-doubtful.js';
import { DerivePostings } from './derive-postings.js';
import { Breaks, type CurrentStatement, Postings, Statements, type StoredPosting } from './ports.js';

const LEASE_MS = 180_000;
/** Of all books, in one comparison. */
const MOST_READS = 3;
/** A bank may book so late what was due before its first statement. */
const DAYS_LATE = 10;
/** No reference of ours is shorter. */
const SHORTEST_REFERENCE = 6;

/** What a comparison found. */
export interface Reconciled {
  readonly connection: string;
  /** The last day that a statement covers; null if there is none yet. */
  readonly day: string | null;
  /** What was matched this time. */
  readonly matches: number;
  readonly breaks: readonly ReconciliationBreak[];
}

/** All books of a connection, read once. */
interface ReadBooks {
  readonly day: string;
  /** The last statement. */
  readonly statement_id: string;
  readonly matches: number;
  /** Between the statements and the files. */
  readonly breaks: readonly ReconciliationBreak[];
  /** Between the ledger and the files. */
  readonly ledger_breaks: readonly ReconciliationBreak[];
  readonly unreconciled: bigint;
  readonly balance: BalanceReading | null;
}

/** The three books of a connection. */
@Injectable()
export class Books {
  constructor(
    readonly statements: Statements,
    readonly postings: Postings,
    readonly breaks: Breaks,
  ) {}
}

/** What banks should book because of files, and which of them they certainly have. */
@Injectable()
export class PostedFiles {
  constructor(
    readonly derive: DerivePostings,
    readonly confirm: ConfirmDoubtful,
  ) {}
}

/** Compares the ledger, the files and the statements of a connection. It moves no money. */
@Injectable()
export class ReconcileConnection {
  constructor(
    private readonly leases: ConnectionLeases,
    private readonly posted: PostedFiles,
    private readonly books: Books,
    private readonly ledger: CompareLedger,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Keeps postings up to date between comparisons. */
  async derive(connection: Connection): Promise<void> {
    if (!(await this.posted.derive.isDue(connection))) return;
    await this.alone(connection, () => this.posted.derive.execute(connection));
  }

  /** @returns undefined when another worker is at it. */
  async execute(connection: Connection): Promise<Reconciled | undefined> {
    return this.alone(connection, (lease) => this.reconcile(connection, lease));
  }

  private async alone<T>(connection: Connection, work: (lease: Lease) => Promise<T>): Promise<T | undefined> {
    const lease = await this.leases.take(connection.name, 'reconcile', LEASE_MS);
    if (lease === undefined) return undefined;
    try {
      return await work(lease);
    } finally {
      await this.leases.release(lease);
    }
  }

  private async reconcile(connection: Connection, lease: Lease): Promise<Reconciled> {
    const { name } = connection;
    const started_at = this.clock.now();
    await this.posted.derive.execute(connection);
    const reads = await this.readBooks(connection, lease);
    const last = reads.at(-1);
    if (last === undefined) return { connection: name, day: null, matches: 0, breaks: [] };
    const { day, statement_id: id, unreconciled } = last;
    const proof = proofOf(reads);
    const difference = proof?.difference ?? 0n;
    const breaks = [...last.breaks, ...last.ledger_breaks];
    if (difference !== 0n) breaks.push(balanceBreakOf(day, difference));
    const run = { day, opening: last.balance === null || proof === null ? null : last.balance.opening, unreconciled };
    await this.books.breaks.store(name, breaks, { ...run, started_at });
    await this.books.statements.markReconciled(name, day, { id, proof });
    this.log.info('statement_reconciled', { reason: name, count: breaks.length });
    return { connection: name, day, matches: reads.reduce((sum, { matches }) => sum + matches, 0), breaks };
  }

  /**
   * What is applied between the reads of two books is in one of them only. So a balance that does not agree, and the first one,
   * which no later comparison can question, are read again until two reads in a row are the same. Entries, which are many, are
   * compared between these two.
   */
  private async readBooks(connection: Connection, lease: Lease): Promise<readonly ReadBooks[]> {
    const reads: ReadBooks[] = [];
    while (reads.length < MOST_READS) {
      const books = await this.readOnce(connection, lease, reads.at(-1));
      if (books === undefined) return [];
      reads.push(books);
      if (isCertain(reads)) break;
    }
    return reads;
  }

  /** @returns undefined while there is no statement. */
  private async readOnce(connection: Connection, lease: Lease, before?: ReadBooks): Promise<ReadBooks | undefined> {
    const statements = await this.books.statements.current(connection.name, '');
    const last = statements.at(-1);
    if (last === undefined) return undefined;
    const { day, statement_id } = last;
    const compared = await this.compareStatements(connection, { from: statements[0]!.day, day });
    await this.leases.renew(lease, LEASE_MS);
    const matches = await this.books.postings.match(compared.matches);
    await this.posted.confirm.filesOf(connection, matches);
    await this.leases.renew(lease, LEASE_MS);
    const gaps = gapsOf(statements);
    const bank: BankSide = {
      ...{ first: statements[0]!.day, closing: last.closing, day },
      ...{ unmatched: compared.unmatched, in_transit: compared.in_transit },
      missing: gaps.reduce((sum, { difference }) => sum + difference, 0n),
    };
    const balance = await this.ledger.balance(connection, bank);
    const isSame = before !== undefined && isSameReading(balance, before.balance);
    const ledger_breaks = isSame ? before.ledger_breaks : await this.ledger.entries(connection, bank);
    const waiting = await this.books.statements.waitingPages(connection.name);
    const breaks = [...gaps, ...waiting.map(pagesBreakOf), ...compared.breaks];
    const { unreconciled } = compared;
    return { day, statement_id, matches: matches.length, breaks, ledger_breaks, unreconciled, balance };
  }

  private async compareStatements(connection: Connection, { from, day }: { from: string; day: string }) {
    const { name, statements } = connection;
    const lines = await this.books.statements.openLines(name, day);
    await this.posted.confirm.messages(connection, lines);
    // A bank may book a posting a day early. What was due before the first statement is in its opening balance, or in a line.
    const until = nextBankingDay(bankingDayFrom(day));
    const withEarly = lines.some(({ value_day }) => value_day < daysFrom(from, DAYS_LATE));
    const days = { from: daysFrom(from, -DAYS_LATE), first: from, until, withEarly };
    const items = await this.books.postings.open(name, days);
    const of = (isEarly: boolean) =>
      expectedPostings(
        items.filter(({ is_early }) => is_early === isEarly),
        statements.posting,
      );
    const [early, postings] = [of(true), of(false)];
    const matched = await this.books.postings.matched(name, unknownReferences(lines, [...early, ...postings]));
    const result = matchStatement({ postings, early, lines, until: day, matched });
    const owners = ownersOf(items);
    return {
      ...openOf(result, { early: new Set(early), day }),
      breaks: result.breaks.map((each) => statementBreakOf(each, owners)),
    };
  }
}

/** Whether another read could say nothing else about the balance. */
function isCertain(reads: readonly ReadBooks[]): boolean {
  const [balance, before] = [reads.at(-1)?.balance ?? null, reads.at(-2)?.balance ?? null];
  if (balance === null || (!balance.isFirst && balance.proof.difference === 0n)) return true;
  return isSameReading(balance, before);
}

function isSameReading(balance: BalanceReading | null, before: BalanceReading | null): boolean {
  return balance !== null && balance.reading !== null && balance.reading === before?.reading;
}

/** Null where the balance cannot be proven, and as long as the first one is not certain. */
function proofOf(reads: readonly ReadBooks[]): BalanceProof | null {
  const balance = reads.at(-1)?.balance ?? null;
  return balance === null || (balance.isFirst && !isCertain(reads)) ? null : balance.proof;
}

/** What lines refer to, but for those that refer to a posting that is open: they are matched with it. */
function unknownReferences(lines: readonly BookedLine[], postings: readonly ExpectedPosting[]): string[] {
  const known = new Set(postings.flatMap(({ references }) => references));
  const unknown = lines
    .map(({ references, text }) => [...references, ...wordsOf(text)])
    .filter((references) => !references.some((each) => known.has(each)));
  return [...new Set(unknown.flat().filter((each) => each.length >= SHORTEST_REFERENCE))];
}

/** Both sides of what is not matched, up to the end of the day. */
function openOf(
  { matches, breaks, in_transit }: MatchResult,
  { early, day }: { readonly early: ReadonlySet<ExpectedPosting>; readonly day: string },
) {
  const unmatched = breaks.flatMap(({ line }) => line ?? []);
  const late = breaks.flatMap(({ posting, kind }) => (posting === null || kind === 'duplicate' ? [] : [posting]));
  const due = [...late, ...in_transit].filter((posting) => posting.day <= day && !early.has(posting));
  const cents = [...unmatched, ...late].map((each) => signedOf(each));
  const unreconciled = cents.reduce((sum, each) => sum + (each < 0n ? -each : each), 0n);
  return { matches, unmatched, in_transit: due, unreconciled };
}

function ownersOf(items: readonly StoredPosting[]) {
  const byId = new Map(items.map((item) => [item.id, item]));
  return (posting: ExpectedPosting) => {
    const own = posting.items.map((id) => byId.get(id)!);
    const [first] = own;
    const isOfOne = own.every(({ enterprise_id }) => enterprise_id === first!.enterprise_id);
    return {
      enterprise_id: isOfOne ? first!.enterprise_id : null,
      end_to_end_id: own.length === 1 ? first!.end_to_end_id : null,
    };
  };
}

function gapsOf(statements: readonly CurrentStatement[]): ReconciliationBreak[] {
  return statements
    .slice(1)
    .flatMap((statement, at) => gapsBetween(statements[at]!, statement).map((gap) => gapBreakOf(gap, statement)));
}
