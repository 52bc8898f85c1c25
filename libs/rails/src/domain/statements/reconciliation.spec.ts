import { dayNumber, nextBankingDay } from '@payments/kernel';
import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { batchKeyOf } from '../ach/batch-key.js';
import { balanceProof, compareLedger, type SettledEntry } from './balance-proof.js';
import { countingOf, type DayStatement, gapsBetween, type KnownStatement } from './continuity.js';
import { type ExpectedPosting, expectedPostings, type PostingGrain, type PostingItem } from './expected-posting.js';
import { type BookedLine, matchedKey, matchStatement, signedOf } from './match-statement.js';
import type { StatementHeader } from './statement.js';

const numRuns = countOf(1_000, 'RECONCILED_DAYS');
const DAY = '2026-11-23';
const NEXT = '2026-11-24';
const AFTER = '2026-11-25';

let itemCount = 0;
const anItem = (changes: Partial<PostingItem> = {}): PostingItem => ({
  ...{ id: `I${++itemCount}`, count: 1 },
  ...{
    file_id: null,
    file: 'F1',
    batch: 'B1',
    batch_key: null,
    references: ['F1'],
    entry_references: ['E1'],
    day: DAY,
    direction: 'debit',
  },
  ...{ class: 'ach_debit', amount: 100n },
  ...changes,
});

let lineCount = 0;
const aLine = (changes: Partial<BookedLine> = {}): BookedLine => ({
  ...{ id: `L${++lineCount}`, amount: 100n, direction: 'debit', class: 'ach_debit', references: [], text: '' },
  value_day: DAY,
  ...changes,
});

const posted = (items: readonly PostingItem[], grain: PostingGrain = 'per_entry') => expectedPostings(items, grain);

describe('the postings that a bank should make', () => {
  const items = [
    anItem(),
    anItem({ entry_references: ['E2'], amount: 50n }),
    anItem({ batch: 'B2', entry_references: ['E3'] }),
    anItem({ file: 'F2', references: ['F2'], entry_references: ['E4'], direction: 'credit', class: 'ach_credit' }),
    anItem({ entry_references: ['E5'], day: NEXT }),
  ];

  it.each<[PostingGrain, number[]]>([
    ['per_entry', [100, 50, 100, 100, 100]],
    ['per_batch', [150, 100, 100, 100]],
    ['per_file', [250, 100, 100]],
    ['per_day', [250, 100, 100]],
  ])('are, %s, of these cents', (grain, cents) => {
    expect(posted(items, grain).map(({ amount }) => Number(amount))).toEqual(cents);
  });

  it('name the file where all of it is in one', () => {
    expect(posted(items, 'per_file').map(({ references, count }) => [references, count])).toEqual([
      [['F1'], 3],
      [['E4', 'F2'], 1],
      [['E5', 'F1'], 1],
    ]);
    const twoFiles = [anItem(), anItem({ file: 'F2', references: ['F2'], entry_references: ['E2'] })];
    expect(posted(twoFiles, 'per_day')[0]).toMatchObject({ references: [], files: ['F1', 'F2'], count: 2 });
  });
});

describe('the comparison of postings with a statement', () => {
  const result = (items: readonly PostingItem[], lines: readonly BookedLine[], until = DAY) =>
    matchStatement({ postings: posted(items), lines, until });
  const kinds = ({ matches, breaks }: ReturnType<typeof result>) => [
    matches.map(({ by }) => by),
    breaks.map(({ kind }) => kind),
  ];

  it('matches by a reference, whatever the class, day and text', () => {
    expect(kinds(result([anItem()], [aLine({ references: ['E1'], class: 'other', value_day: AFTER })]))).toEqual([
      ['reference'],
      [],
    ]);
    expect(kinds(result([anItem()], [aLine({ text: 'ACH E1, ACME', class: 'other' })]))).toEqual([['reference'], []]);
  });

  it('names the difference of a cent where the reference is the same', () => {
    const { breaks } = result([anItem()], [aLine({ references: ['E1'], amount: 101n })]);
    expect(breaks).toMatchObject([{ kind: 'amount', difference: -1n, posting: { files: ['F1'], batches: ['B1'] } }]);
  });

  describe('by company id and description', () => {
    const keyOf = (description: string, company_id = '1234567890') =>
      batchKeyOf({
        ...{ company_id, company_name: 'ACME CORP', sec: 'PPD', company_entry_description: description },
        ...{ company_descriptive_date: '261123', effective_entry_date: '261123', direction: 'credit' },
      });
    const payroll = (changes: Partial<PostingItem> = {}) =>
      anItem({ batch_key: keyOf('PAYROLL'), entry_references: [], ...changes });
    const text = 'ACH DEBIT ACME CORP DES:PAYROLL ID:1234567890';

    it('matches a line of an unknown class, whatever else is in its text', () => {
      expect(kinds(result([payroll()], [aLine({ text, class: 'other' })]))).toEqual([['amount'], []]);
      const own = anItem({ batch_key: keyOf('NET PAY'), entry_references: [] });
      const line = aLine({ text: '1234567890 net pay, PPD', class: 'other' });
      expect(kinds(result([own], [line]))).toEqual([['amount'], []]);
    });

    it('tells batches of the same name apart by their amounts', () => {
      const batches = [payroll(), payroll({ batch: 'B2', amount: 300n })];
      const lines = [aLine({ text, class: 'other', amount: 300n }), aLine({ text, class: 'other' })];
      expect(kinds(result(batches, lines))).toEqual([['amount', 'amount'], []]);
    });

    it.each([
      ['the description', 'ACH DEBIT 1234567890'],
      ['the company id', 'ACH DEBIT ACME CORP PAYROLL'],
      ['a part of the description', 'ACH DEBIT 1234567890 PAY ROLL'],
      ['another company id', 'ACH DEBIT 1234567891 PAYROLL'],
    ])('does not match where only %s is there', (_, wrong) => {
      expect(kinds(result([payroll()], [aLine({ text: wrong, class: 'other' })]))).toEqual([[], ['unexplained']]);
    });

    it('does not match on another day, nor on the other side', () => {
      const other = { text, class: 'other' } as const;
      expect(kinds(result([payroll()], [aLine({ ...other, value_day: NEXT })]))).toEqual([[], ['unexplained']]);
      expect(kinds(result([payroll()], [aLine({ ...other, direction: 'credit' })]))).toEqual([[], ['unexplained']]);
    });

    it('names the batches of two lines that differ by a cent each', () => {
      const bonus = anItem({ batch: 'B2', batch_key: keyOf('BONUS'), entry_references: [], amount: 300n });
      const lines = [aLine({ text, amount: 101n }), aLine({ text: '1234567890 BONUS', amount: 298n })];
      const { breaks } = matchStatement({ postings: posted([payroll(), bonus], 'per_batch'), lines, until: DAY });
      const found = breaks.map(({ kind, posting, difference }) => [kind, posting?.batches, difference]);
      expect(found).toEqual([
        ['amount', ['B1'], -1n],
        ['amount', ['B2'], 2n],
      ]);
    });

    it('matches the sum of what has the same name, rather than a cent of difference', () => {
      const parts = [payroll({ amount: 60n }), payroll({ batch: 'B2', amount: 40n })];
      expect(kinds(result(parts, [aLine({ text })]))).toEqual([['sum'], []]);
    });

    it('says nothing of a line that names two batches', () => {
      const bonus = anItem({ batch: 'B2', batch_key: keyOf('BONUS'), entry_references: [], amount: 300n });
      const line = aLine({ text: '1234567890 PAYROLL BONUS', class: 'other' });
      expect(kinds(result([payroll(), bonus], [line]))).toEqual([[], ['unexplained']]);
    });
  });

  describe('with what was due before the first statement', () => {
    const early = posted([anItem({ day: '2026-11-20' })]);
    const of = (lines: readonly BookedLine[], postings: readonly PostingItem[] = []) =>
      kinds(matchStatement({ postings: posted(postings), early, lines, until: AFTER }));

    it('matches a line with its reference, or of its day', () => {
      expect(of([aLine({ references: ['E1'] })])).toEqual([['reference'], []]);
      expect(of([aLine({ value_day: '2026-11-20' })])).toEqual([['amount'], []]);
    });

    it('expects no line of it, and takes none of another day for it', () => {
      expect(of([])).toEqual([[], []]);
      expect(of([aLine()])).toEqual([[], ['unexplained']]);
      expect(of([aLine()], [anItem({ entry_references: ['E2'] })])).toEqual([['amount'], []]);
    });
  });

  it('does not match a reference on the other side', () => {
    expect(kinds(result([anItem()], [aLine({ references: ['E1'], direction: 'credit' })]))).toEqual([
      [],
      ['unexplained'],
    ]);
  });

  it('finds a line that the bank booked twice, in a statement or in two', () => {
    const twice = [aLine({ references: ['E1'] }), aLine({ references: ['E1'] })];
    expect(kinds(result([anItem()], twice))).toEqual([['reference'], ['duplicate']]);
    const again = (line: BookedLine) =>
      matchStatement({ postings: [], lines: [line], until: DAY, matched: new Set([matchedKey('debit', 'E1')]) }).breaks;
    expect(again(twice[1]!)).toMatchObject([{ kind: 'duplicate', difference: -100n }]);
    expect(again(aLine({ text: 'ACH E1' }))).toMatchObject([{ kind: 'duplicate' }]);
    expect(again(aLine({ references: ['E1'], direction: 'credit' }))).toMatchObject([{ kind: 'unexplained' }]);
  });

  it('matches equal amounts of a class and direction on a banking day, or the next one', () => {
    expect(kinds(result([anItem()], [aLine()]))).toEqual([['amount'], []]);
    expect(kinds(result([anItem()], [aLine({ value_day: NEXT })]))).toEqual([['amount'], []]);
    const overWeekend = result([anItem({ day: '2026-11-20' })], [aLine({ value_day: DAY })]);
    expect(kinds(overWeekend)).toEqual([['amount'], []]);
    expect(kinds(result([anItem()], [aLine({ value_day: AFTER })], AFTER))).toEqual([
      [],
      ['unexplained', 'not_on_statement'],
    ]);
  });

  it('matches as many equal postings as lines, and none where the numbers differ', () => {
    const two = [anItem(), anItem({ entry_references: ['E2'] })];
    expect(kinds(result(two, [aLine(), aLine()]))).toEqual([['amount', 'amount'], []]);
    expect(result(two, [aLine()], AFTER).matches).toEqual([]);
  });

  it('matches the sum of a day, and no subset of it', () => {
    const two = [anItem(), anItem({ entry_references: ['E2'], amount: 30n })];
    expect(kinds(result(two, [aLine({ amount: 130n })]))).toEqual([['sum'], []]);
    expect(
      kinds(result([...two, anItem({ entry_references: ['E3'], amount: 7n })], [aLine({ amount: 130n })])),
    ).toEqual([[], ['unexplained']]);
  });

  it('names the difference where one posting and one line are left', () => {
    expect(result([anItem()], [aLine({ amount: 99n })]).breaks).toMatchObject([{ kind: 'amount', difference: 1n }]);
  });

  it('waits one banking day before a posting is missing', () => {
    expect(result([anItem()], [], DAY)).toMatchObject({ breaks: [], in_transit: [{ amount: 100n }] });
    expect(result([anItem()], [], NEXT)).toMatchObject({
      breaks: [{ kind: 'not_on_statement', difference: 100n }],
      in_transit: [],
    });
  });
});

describe('the comparison of the ledger with the files', () => {
  const entry = (changes: Partial<SettledEntry> = {}): SettledEntry => ({
    ...{ end_to_end_id: 'E1', kind: 'settled', day: DAY, cents: -100n },
    ...changes,
  });

  it('finds what only one has, and a cent of difference', () => {
    expect(compareLedger([entry()], [entry()])).toEqual([]);
    expect(compareLedger([entry()], [])).toMatchObject([{ kind: 'ledger_only', difference: -100n }]);
    expect(compareLedger([], [entry()])).toMatchObject([{ kind: 'rails_only', difference: 100n }]);
    expect(compareLedger([entry({ cents: -99n })], [entry()])).toMatchObject([
      { kind: 'amount', end_to_end_id: 'E1', difference: 1n },
    ]);
    expect(compareLedger([entry({ day: NEXT })], [entry()])).toHaveLength(2);
  });
});

describe('statements one after the other', () => {
  const known: KnownStatement = { id: 'S1', day: DAY, sequence: 4, digest: 'abc', closing: 500n };
  const header = (changes: Partial<StatementHeader> = {}): StatementHeader => ({
    ...{ format: 'camt.053', line: 1, id: 'S2', sequence: 5, account: '1', day: NEXT, purpose: 'day', status: 'new' },
    ...{ opening: 500n, closing: 600n, is_interim: false, told_at: null, page: null, is_last_page: false },
    ...changes,
  });
  const totals = { lines: 1, credits: 100n, debits: 0n };
  const gaps = (changes: Partial<StatementHeader> = {}) => gapsBetween(known, { header: header(changes), totals });

  it('have no gap where balance and number go on', () => {
    expect(gaps()).toEqual([]);
    expect(gaps({ sequence: null, opening: null })).toEqual([]);
    expect(gaps({ sequence: 1, day: '2027-01-04' })).toEqual([]);
  });

  it('have a gap where a cent or a number is missing', () => {
    expect(gaps({ opening: 501n })).toEqual([{ kind: 'balance', expected: 500n, found: 501n }]);
    expect(gaps({ opening: null, closing: 601n })).toEqual([{ kind: 'balance', expected: 500n, found: 501n }]);
    expect(gaps({ sequence: 6 })).toEqual([{ kind: 'sequence', expected: 5, found: 6 }]);
    expect(gaps({ sequence: 1 })).toHaveLength(1);
  });

  it.each<[string, number, number]>([
    ['are the same at a bank that numbers nothing', 4, 4],
    ['count the days of a year', 327, 328],
    ['count days', dayNumber(DAY), dayNumber(NEXT)],
  ])('have no gap where their numbers %s', (_, before, sequence) => {
    const last = { ...known, sequence: before };
    expect(gapsBetween(last, { header: header({ sequence }), totals })).toEqual([]);
    const later = header({ sequence: sequence + 2 });
    expect(gapsBetween(last, { header: later, totals })).toMatchObject([{ kind: 'sequence' }]);
  });
});

describe('the statements of a day', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 6, minute));
  const aStatement = (changes: Partial<DayStatement> & { readonly id: string }): DayStatement => ({
    ...{ digest: changes.id, sequence: null, opening: 0n, closing: 10n, is_interim: false, told_at: at(0) },
    ...changes,
  });
  const counting = (...statements: readonly DayStatement[]) =>
    countingOf(statements)
      .map(({ id, told_at }) => `${id}${told_at!.getUTCMinutes()}`)
      .sort();

  it.each<[string, readonly DayStatement[], readonly string[]]>([
    [
      'the final one rather than interim ones',
      [aStatement({ id: 'F' }), aStatement({ id: 'I', is_interim: true, told_at: at(9) })],
      ['F0'],
    ],
    [
      'the last interim one until then',
      [aStatement({ id: 'I', is_interim: true }), aStatement({ id: 'J', is_interim: true, told_at: at(9) })],
      ['J9'],
    ],
    [
      'the last one under an id',
      [aStatement({ id: 'A', opening: 5n }), aStatement({ id: 'A', told_at: at(1) })],
      ['A1'],
    ],
    [
      'the last one from a balance',
      [aStatement({ id: 'A' }), aStatement({ id: 'B', closing: 20n, told_at: at(1) })],
      ['B1'],
    ],
    [
      'the last one where nothing goes on',
      [aStatement({ id: 'A', opening: 5n }), aStatement({ id: 'B', told_at: at(1) })],
      ['B1'],
    ],
    [
      'parts whose balances go on',
      [
        aStatement({ id: 'A' }),
        aStatement({ id: 'B', opening: 10n, closing: 30n, told_at: at(1) }),
        aStatement({ id: 'C', opening: 30n, closing: 40n, told_at: at(2) }),
      ],
      ['A0', 'B1', 'C2'],
    ],
    [
      'parts whose numbers go on',
      [
        aStatement({ id: 'A', sequence: 7 }),
        aStatement({ id: 'B', sequence: 8, opening: 11n, closing: 30n, told_at: at(1) }),
      ],
      ['A0', 'B1'],
    ],
  ])('that count are %s', (_, statements, expected) => {
    expect(counting(...statements)).toEqual(expected);
    expect(counting(...statements.toReversed())).toEqual(expected);
  });

  it('that count are the same, whatever order they came in', () => {
    const drawn = fc.uniqueArray(
      fc.record({
        ...{ id: fc.constantFrom('A', 'B', 'C', 'D'), is_interim: fc.boolean(), minute: fc.nat({ max: 30 }) },
        ...{
          opening: fc.constantFrom(null, 0n, 10n, 20n),
          closing: fc.constantFrom(0n, 10n, 20n),
          sequence: fc.constantFrom(null, 4, 5),
        },
      }),
      { selector: ({ minute }) => minute, minLength: 1, maxLength: 6 },
    );
    const permuted = drawn.chain((each) =>
      fc.tuple(fc.constant(each), fc.shuffledSubarray(each, { minLength: each.length })),
    );
    fc.assert(
      fc.property(permuted, ([one, other]) => {
        const of = (drawnOnes: typeof one) =>
          counting(...drawnOnes.map(({ minute, ...each }) => aStatement({ ...each, told_at: at(minute) })));
        expect(of(other)).toEqual(of(one));
        expect(of(one).length).toBeGreaterThan(0);
      }),
      { numRuns },
    );
  });
});

/** How a bank books a day: its own grain, no coarser one is split, and references, names of batches or neither. */
interface BankDay {
  readonly items: readonly PostingItem[];
  readonly grain: PostingGrain;
  readonly names: 'references' | 'texts' | 'nothing';
}

const companyBatch = (description: string, direction: 'credit' | 'debit') =>
  batchKeyOf({
    ...{ company_id: '1234567890', company_name: 'ACME CORP', sec: 'PPD', company_entry_description: description },
    ...{ company_descriptive_date: '261123', effective_entry_date: '261123', direction },
  });

const grains: readonly PostingGrain[] = ['per_entry', 'per_batch', 'per_file', 'per_day'];
const bankDay: fc.Arbitrary<BankDay> = fc.record({
  items: fc
    .array(
      fc.record({
        file: fc.constantFrom('F1', 'F2'),
        batch: fc.constantFrom('B1', 'B2'),
        kind: fc.constantFrom<Pick<PostingItem, 'direction' | 'class'>>(
          { direction: 'debit', class: 'ach_debit' },
          { direction: 'credit', class: 'ach_credit' },
          { direction: 'debit', class: 'ach_return' },
          { direction: 'credit', class: 'ach_return' },
        ),
        amount: fc.bigInt({ min: 2n, max: 1_000n }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((drawn) =>
      drawn.map(({ kind, file, ...rest }, at) =>
        anItem({
          ...{ ...rest, ...kind, file, references: [], entry_references: [`E${at}`] },
          // Two batches have descriptions of their own, in every file the same ones.
          batch_key: kind.class === 'ach_return' ? null : companyBatch(rest.batch, kind.direction),
        }),
      ),
    ),
  grain: fc.constantFrom(...grains),
  names: fc.constantFrom('references', 'texts', 'nothing'),
});

const textOf = ({ batch_name }: ExpectedPosting) =>
  batch_name === null ? 'ACH' : `ACH ACME CORP ${batch_name.split('|').join(' DES:')}`;

const linesOf = ({ items, grain, names }: BankDay) =>
  posted(items, grain).map((each) =>
    aLine({
      amount: each.amount,
      direction: each.direction,
      class: each.class,
      references: names === 'references' ? each.references : [],
      text: names === 'texts' ? textOf(each) : '',
    }),
  );

const sum = (items: readonly (ExpectedPosting | BookedLine)[]) => items.reduce((all, each) => all + signedOf(each), 0n);

describe('random days', () => {
  const check = (postings: readonly ExpectedPosting[], lines: readonly BookedLine[]) => {
    const found = matchStatement({ postings, lines, until: nextBankingDay(DAY) });
    const unmatched = found.breaks.flatMap(({ line, posting, kind }) =>
      line === null ? [] : [{ line, posting, kind }],
    );
    const late = found.breaks.flatMap(({ posting, kind }) =>
      kind === 'duplicate' || posting === null ? [] : [posting],
    );
    return { ...found, unmatched: unmatched.map(({ line }) => line), late: [...late, ...found.in_transit] };
  };
  /** The ledger has what the postings say, and the bank what its lines say. */
  const proof = (postings: readonly ExpectedPosting[], lines: readonly BookedLine[], plantedInLedger = 0n) => {
    const { unmatched, late } = check(postings, lines);
    return balanceProof({
      ...{ closing: 5_000n + sum(lines), unmatched, in_transit: late, unsettled: 0n, opening_difference: 5_000n },
      ledger_cash: -(sum(postings) + plantedInLedger),
    }).difference;
  };

  it('have no break and a balance that agrees, in whatever grain the bank books', () => {
    const sound = fc.property(bankDay, fc.constantFrom(...grains), (day, own) => {
      // The bank books as the profile says, or sums up what the profile says, a day at most.
      const grain = grains[Math.min(grains.indexOf(own), grains.indexOf(day.grain))]!;
      const [postings, lines] = [posted(day.items, grain), linesOf(day)];
      expect(check(postings, lines).breaks).toEqual([]);
      expect(proof(postings, lines)).toBe(0n);
    });
    fc.assert(sound, { numRuns });
  });

  const planted = fc.tuple(bankDay, fc.nat(), fc.constantFrom(1n, -1n));

  it('have a break for a cent planted in a line of the statement, and the books agree but for it', () => {
    const property = fc.property(planted, ([day, at, cent]) => {
      const [postings, lines] = [posted(day.items, day.grain), linesOf(day)];
      const target = lines[at % lines.length]!;
      const wrong = lines.map((each) => (each === target ? { ...each, amount: each.amount + cent } : each));
      const { breaks } = check(postings, wrong);
      expect(breaks.reduce((all, { difference }) => all + difference, 0n)).toBe(
        target.direction === 'credit' ? cent : -cent,
      );
      expect(breaks.some(({ line }) => line?.class === target.class && line.direction === target.direction)).toBe(true);
      expect(proof(postings, wrong)).toBe(0n);
    });
    fc.assert(property, { numRuns });
  });

  it('have a break that names file and batch for a cent planted in an entry of a file', () => {
    const property = fc.property(planted, ([day, at, cent]) => {
      const target = day.items[at % day.items.length]!;
      const items = day.items.map((each) => (each === target ? { ...each, amount: each.amount + cent } : each));
      const { breaks } = check(posted(items, day.grain), linesOf(day));
      const named = breaks.filter(
        ({ posting }) => posting?.files.includes(target.file) && posting.batches.includes(target.batch),
      );
      expect(named.length).toBeGreaterThan(0);
    });
    fc.assert(property, { numRuns });
  });

  it('have a difference of balance for a cent planted in the ledger', () => {
    const property = fc.property(planted, ([day, , cent]) => {
      expect(proof(posted(day.items, day.grain), linesOf(day), cent)).toBe(-cent);
    });
    fc.assert(property, { numRuns });
  });
});
