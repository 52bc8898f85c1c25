import { type BankingDate, bankingDayFrom, nextBankingDay } from '@payments/kernel';
import { batchNamesIn, companyIdOf, wordsOf } from './batch-name.js';
import type { ExpectedPosting } from './expected-posting.js';
import type { StatementLine } from './statement.js';

/** A booked line, with an id of its own. */
export type BookedLine = Pick<StatementLine, 'amount' | 'direction' | 'class' | 'references' | 'text' | 'value_day'> & {
  readonly id: string;
};

/** A line that an operator explained, with all that it names. */
export type ExplainedLine = Pick<StatementLine, 'amount' | 'direction' | 'references'> & {
  readonly id: string;
  readonly explained_as: string;
  readonly explained_for: string;
};

/** The line that is the money which a return or an exception is about. */
export function sameMoney(
  lines: readonly ExplainedLine[],
  { amount, direction, references }: Pick<ExplainedLine, 'amount' | 'direction' | 'references'>,
): ExplainedLine | undefined {
  return lines.find(
    (each) =>
      each.amount === amount &&
      each.direction === direction &&
      each.references.some((reference) => references.includes(reference)),
  );
}

export interface StatementMatch {
  readonly by: 'reference' | 'amount' | 'sum';
  readonly postings: readonly ExpectedPosting[];
  readonly lines: readonly BookedLine[];
}

/** What the bank and the files do not agree on. Cents above 0: the bank booked more in our favor. */
export interface StatementBreak {
  readonly kind: 'amount' | 'not_on_statement' | 'unexplained' | 'duplicate';
  readonly posting: ExpectedPosting | null;
  readonly line: BookedLine | null;
  readonly difference: bigint;
}

export interface MatchInput {
  readonly postings: readonly ExpectedPosting[];
  readonly lines: readonly BookedLine[];
  /** The last day that the statements cover. */
  readonly until: BankingDate;
  /** What was due before their first day may be in the opening balance: a line of its day, or with its reference, says it is not. */
  readonly early?: readonly ExpectedPosting[];
  /** What earlier statements confirmed, by `matchedKey`. */
  readonly matched?: ReadonlySet<string>;
}

/** A return has the references of its entry, on the other side. */
export const matchedKey = (direction: 'credit' | 'debit', reference: string): string => `${direction}|${reference}`;

export interface MatchResult {
  readonly matches: readonly StatementMatch[];
  readonly breaks: readonly StatementBreak[];
  /** Not on a statement yet, and not late. */
  readonly in_transit: readonly ExpectedPosting[];
}

/**
 * Compares what the bank should have booked with what it booked: by references, by the names of batches in texts, by equal
 * amounts of a class and direction within a banking day, and by the sums of a day. It searches no subset.
 */
export function matchStatement({ postings, lines, until, early = [], matched = new Set() }: MatchInput): MatchResult {
  const open = new OpenItems([...early, ...postings], lines);
  open.matchReferences();
  open.findDuplicates(matched);
  open.matchNames();
  open.matchAmounts(isSameDay);
  open.matchSums(early);
  open.forget(early);
  open.matchAmounts(isAdjacentDay);
  open.matchSums();
  return open.finish(until);
}

type Near = (one: BankingDate, other: BankingDate) => boolean;

const isSameDay: Near = (one, other) => bankingDayFrom(one) === bankingDayFrom(other);
const isAdjacentDay: Near = (one, other) => {
  const [first, second] = [bankingDayFrom(one), bankingDayFrom(other)];
  return nextBankingDay(first) === second || nextBankingDay(second) === first;
};

class OpenItems {
  private readonly postings: Set<ExpectedPosting>;
  private readonly lines: Set<BookedLine>;
  private readonly matches: StatementMatch[] = [];
  private readonly breaks: StatementBreak[] = [];

  constructor(postings: readonly ExpectedPosting[], lines: readonly BookedLine[]) {
    [this.postings, this.lines] = [new Set(postings), new Set(lines)];
  }

  /** A reference that one posting and one line have, and no other. */
  matchReferences(): void {
    const postings = byReference(this.postings, ({ references }) => references);
    const lines = byReference(this.lines, referencesIn(new Set(postings.keys())));
    for (const [reference, candidates] of lines) {
      const [posting, secondPosting] = (postings.get(reference) ?? []).filter((each) => this.postings.has(each));
      const sameSide = candidates.filter((line) => line.direction === posting?.direction && this.lines.has(line));
      const [line, secondLine] = sameSide;
      if (posting === undefined || secondPosting !== undefined || line === undefined) continue;
      // The bank booked it twice if the amount is the same; lines of parts add up with the others of the day.
      const isTwice = secondLine !== undefined && sameSide.every(({ amount }) => amount === posting.amount);
      if (secondLine !== undefined && !isTwice) continue;
      this.pair('reference', posting, line);
      for (const again of sameSide.slice(1)) this.break({ kind: 'duplicate', posting, line: again });
    }
  }

  /** Lines that earlier statements had. */
  findDuplicates(matched: ReadonlySet<string>): void {
    if (matched.size === 0) return;
    for (const line of this.lines) {
      const isTold = [...line.references, ...wordsOf(line.text)].some((each) =>
        matched.has(matchedKey(line.direction, each)),
      );
      if (isTold) this.break({ kind: 'duplicate', posting: null, line });
    }
  }

  /**
   * As many postings as lines with the same name of a batch, direction, day and amount, whatever the class. Every file of a
   * company may have such a batch, so it is no proof that the bank has a certain one.
   */
  matchNames(): void {
    for (const { postings, lines } of this.namedAlike(({ amount }) => String(amount))) {
      if (postings.length !== lines.length) continue;
      postings.forEach((posting, at) => this.match('amount', [posting], [lines[at]!]));
    }
  }

  /** As many postings as lines of a class, direction and amount: which is which does not matter. */
  matchAmounts(isNear: Near): void {
    const groups = grouped(this.postings, this.lines, ({ amount }) => String(amount));
    for (const { postings, lines } of groups) {
      for (const day of new Set(postings.map((each) => bankingDayFrom(each.day)))) {
        const [ours, theirs] = [
          postings.filter((each) => this.postings.has(each) && isSameDay(each.day, day)),
          lines.filter((each) => this.lines.has(each) && isNear(each.value_day, day)),
        ];
        if (ours.length !== theirs.length) continue;
        ours.forEach((posting, at) => this.match('amount', [posting], [theirs[at]!]));
      }
    }
  }

  /** All of a class, direction and day together. */
  matchSums(of: Iterable<ExpectedPosting> = this.postings): void {
    const some = new Set(of);
    for (const { postings, lines } of this.ofDays()) {
      if (some.has(postings[0]!) && sumOf(postings) === sumOf(lines)) this.match('sum', postings, lines);
    }
  }

  /** These are not expected. */
  forget(postings: readonly ExpectedPosting[]): void {
    this.remove(postings, []);
  }

  finish(until: BankingDate): MatchResult {
    for (const { postings, lines } of this.namedAlike(() => '')) {
      if (postings.length === 1 && lines.length === 1) this.pair('amount', postings[0]!, lines[0]!);
    }
    for (const { postings, lines } of this.ofDays()) {
      if (postings.length === 1 && lines.length === 1)
        this.break({ kind: 'amount', posting: postings[0]!, line: lines[0]! });
    }
    for (const line of this.lines) this.break({ kind: 'unexplained', posting: null, line });
    const late = [...this.postings].filter(({ day }) => nextBankingDay(bankingDayFrom(day)) <= until);
    for (const posting of late) this.break({ kind: 'not_on_statement', posting, line: null });
    return { matches: this.matches, breaks: this.breaks, in_transit: [...this.postings] };
  }

  /** Postings and lines of a day and direction whose text has the name of a batch, and no other one. */
  private namedAlike(keyOf: (each: ExpectedPosting | BookedLine) => string): Group[] {
    const groups = new Map<string, Group>();
    const placeOf = (each: ExpectedPosting | BookedLine, name: string) =>
      [name, each.direction, bankingDayFrom('day' in each ? each.day : each.value_day), keyOf(each)].join('|');
    const names = new Set<string>();
    for (const posting of this.postings) {
      if (posting.batch_name === null) continue;
      names.add(posting.batch_name);
      const place = placeOf(posting, posting.batch_name);
      const group = groups.get(place);
      if (group === undefined) groups.set(place, { postings: [posting], lines: [] });
      else group.postings.push(posting);
    }
    const companyIds = new Set([...names].map(companyIdOf));
    for (const line of names.size === 0 ? [] : this.lines) {
      const [name, other] = batchNamesIn(line.text, companyIds).filter((each) => names.has(each));
      if (name !== undefined && other === undefined) groups.get(placeOf(line, name))?.lines.push(line);
    }
    return [...groups.values()].filter(({ lines }) => lines.length > 0);
  }

  private ofDays(): Group[] {
    const groups = grouped(this.postings, this.lines, (each) =>
      bankingDayFrom('day' in each ? each.day : each.value_day),
    );
    return groups.filter(({ postings, lines }) => postings.length > 0 && lines.length > 0);
  }

  private pair(by: StatementMatch['by'], posting: ExpectedPosting, line: BookedLine): void {
    if (posting.amount === line.amount) this.match(by, [posting], [line]);
    else this.break({ kind: 'amount', posting, line });
  }

  private match(by: StatementMatch['by'], postings: readonly ExpectedPosting[], lines: readonly BookedLine[]): void {
    this.matches.push({ by, postings, lines });
    this.remove(postings, lines);
  }

  private break({ kind, posting, line }: Omit<StatementBreak, 'difference'>): void {
    const expected = kind === 'duplicate' ? null : posting;
    this.breaks.push({ kind, posting, line, difference: signedOf(line) - signedOf(expected) });
    this.remove(posting === null ? [] : [posting], line === null ? [] : [line]);
  }

  private remove(postings: readonly ExpectedPosting[], lines: readonly BookedLine[]): void {
    for (const each of postings) this.postings.delete(each);
    for (const each of lines) this.lines.delete(each);
  }
}

interface Group {
  readonly postings: ExpectedPosting[];
  readonly lines: BookedLine[];
}

/** Postings and lines of the same class and direction, and of the same other key. */
function grouped(
  postings: Iterable<ExpectedPosting>,
  lines: Iterable<BookedLine>,
  keyOf: (each: ExpectedPosting | BookedLine) => string,
): Group[] {
  const groups = new Map<string, Group>();
  const groupOf = (each: ExpectedPosting | BookedLine) => {
    const key = [each.class, each.direction, keyOf(each)].join('|');
    const group = groups.get(key) ?? { postings: [], lines: [] };
    groups.set(key, group);
    return group;
  };
  for (const posting of postings) groupOf(posting).postings.push(posting);
  for (const line of lines) groupOf(line).lines.push(line);
  return [...groups.values()];
}

function byReference<T>(items: Iterable<T>, referencesOf: (item: T) => Iterable<string>): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    for (const reference of referencesOf(item)) {
      const group = found.get(reference);
      // A reference may be on every line of a statement, and on one line twice.
      if (group === undefined) found.set(reference, [item]);
      else if (group.at(-1) !== item) group.push(item);
    }
  }
  return found;
}

/** The references of a line, and the known ones among the words of its text. */
const referencesIn = (known: ReadonlySet<string>) => (line: BookedLine) => [
  ...line.references,
  ...wordsOf(line.text).filter((word) => known.has(word)),
];

const sumOf = (items: readonly { readonly amount: bigint }[]) => items.reduce((sum, { amount }) => sum + amount, 0n);

/** Cents in our favor. */
export function signedOf(item: { readonly amount: bigint; readonly direction: 'credit' | 'debit' } | null): bigint {
  if (item === null) return 0n;
  return item.direction === 'credit' ? item.amount : -item.amount;
}
