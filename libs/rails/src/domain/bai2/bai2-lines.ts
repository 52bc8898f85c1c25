import { InboundFileError } from '../inbound/inbound-diagnostic.js';
import type { StatementEvent, StatementOptions } from '../statements/statement.js';
import { Bai2Reader } from './bai2-reader.js';
import type { Splits } from './bai2-records.js';

/** The lines of an account of which one may be read in two ways, until the controls of the account decide. */
interface Held {
  readonly lines: string[];
  ambiguities: number;
}

/** A way to read held lines in which all controls agree. */
interface SoundWay {
  readonly splits: () => Splits;
  /** What it means for the money. */
  readonly meaning: string;
}

const MOST_HELD = 500_000;
/** Of lines read, over all ways. */
const MOST_TRIED = 200_000;
const TRAILER = /(?:^|\/)[ \t]*49(?:,|\/|[ \t]*$)/;
const CERTAIN_TRAILER = /^[ \t]*49(?:,|\/|[ \t]*$)/;

/**
 * Reads BAI2 files line by line. A slash in a transaction may end a record or be in its text, as in UNIT 4/88,MAIN ST: then
 * lines are held until the account ends, and read in the way in which its controls agree.
 */
export class Bai2Lines {
  private readonly reader: Bai2Reader;
  private held: Held | undefined;
  private line = 0;

  constructor(options: StatementOptions = {}) {
    this.reader = new Bai2Reader(options);
  }

  /** The events that end with this line. @throws InboundFileError when a rule is broken. */
  take(text: string): Iterable<StatementEvent> {
    this.line += 1;
    const ambiguities = this.reader.ambiguities(text, this.held !== undefined);
    if (this.held === undefined && ambiguities === 0) return this.reader.take(text, inText);
    this.held ??= { lines: [], ambiguities: 0 };
    this.held.lines.push(text);
    this.held.ambiguities += ambiguities;
    if (this.held.lines.length > MOST_HELD) return this.settle(this.held, false);
    return TRAILER.test(text) ? this.settle(this.held, !CERTAIN_TRAILER.test(text)) : [];
  }

  /** The last events. @throws InboundFileError */
  *end(): Generator<StatementEvent, void, undefined> {
    if (this.held !== undefined) yield* this.settle(this.held, false);
    yield* this.reader.end();
  }

  /** @param mayWait whether the account may end later: then nothing happens unless it is sound. */
  private *settle(held: Held, mayWait: boolean): Generator<StatementEvent, void, undefined> {
    const ways = soundWays(this.reader, held);
    if (ways.length === 0 && mayWait) return;
    this.held = undefined;
    if (ways.some(({ meaning }) => meaning !== ways[0]!.meaning))
      this.reader.waive('ambiguous_text', this.line, { expected: 'one way to read the account', found: 'several' });
    // Where no way is right, the usual one says what is wrong.
    const splits = ways[0]?.splits() ?? isRecord;
    for (const text of held.lines) yield* this.reader.take(text, splits);
  }
}

const inText: Splits = () => false;
const isRecord: Splits = () => true;

/** The ways in which the controls agree, those with the most text first. */
function soundWays(reader: Bai2Reader, held: Held): SoundWay[] {
  return waysOf(held).flatMap((splits) => {
    try {
      return { splits, meaning: meaningOf(reader.copy(), held.lines, splits()) };
    } catch (error) {
      if (error instanceof InboundFileError) return [];
      throw error;
    }
  });
}

/** All ways, if they are few: of each slash that is in question, whether it ends a record. Else all or none of them. */
function waysOf({ lines, ambiguities }: Held): (() => Splits)[] {
  if (2 ** ambiguities * lines.length > MOST_TRIED) return [() => inText, () => isRecord];
  const ends = (way: number) => way.toString(2).replaceAll('0', '').length;
  return Array.from({ length: 2 ** ambiguities }, (_, way) => way)
    .sort((one, other) => ends(one) - ends(other))
    .map((way) => () => {
      let at = 0;
      return () => (way & (1 << at++)) !== 0;
    });
}

/** @throws InboundFileError when a control does not agree. */
function meaningOf(reader: Bai2Reader, lines: readonly string[], splits: Splits): string {
  const found: string[] = [];
  const add = (events: readonly StatementEvent[]) => {
    for (const event of events) {
      if (event.kind !== 'lines') continue;
      for (const { amount, direction, status, value_day } of event.lines)
        found.push(`${amount} ${direction} ${status} ${value_day}`);
    }
  };
  for (const text of lines) add(reader.take(text, splits));
  add(reader.endAccount());
  return found.join('\n');
}
