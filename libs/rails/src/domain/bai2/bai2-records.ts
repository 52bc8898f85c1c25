import { lineFault } from '../inbound/inbound-diagnostic.js';
import type { Bai2Rule } from './bai2-rules.table.js';

/** A record with its continuations. */
export interface Bai2Record {
  readonly line: number;
  readonly code: string;
  /** After the code, without the end of the record. Text of a transaction may have commas. */
  readonly fields: readonly string[];
  /** Physical records: itself and its continuations. */
  readonly count: number;
}

interface Mismatch {
  readonly expected: string;
  readonly found: string;
}

/** @throws InboundFileError always; `found` never contains text of a transaction. */
export function bai2Fault(line: number, rule: Bai2Rule, mismatch: Mismatch): never {
  throw lineFault(line, rule, { record: 'bai2', ...mismatch });
}

const LONGEST = 20_000;
/** Several records may be on a line: a slash, and then the code of the next one. */
const NEXT = /\/[ \t]*(?=(?:01|02|03|16|49|88|98|99)(?:,|\/|[ \t]*$))/g;
/** In a transaction, whose references and text may have slashes too, only what has the form of a record that may follow. */
const NEXT_OF_TRANSACTION = /\/[ \t]*(?=16,\d{3},|88,|49,[+-]?\d*,\d+[ \t]*(?:\/|$))/g;
const CODED = /^(01|02|03|16|49|88|98|99)(?:,|\/|$)/;

/** Whether a record begins after a slash in a transaction, or its text goes on. */
export type Splits = () => boolean;

/** A text that the next line may continue: it is the only field without an end of its own. */
interface Draft {
  readonly line: number;
  readonly code: string;
  body: string;
  count: number;
}

/** Puts lines together to records. */
export class Bai2Records {
  private draft: Draft | undefined;
  /** Lines without a known code that were left out. */
  skipped = 0;

  constructor(private readonly skips = false) {}

  copy(): Bai2Records {
    const copy = Object.assign(new Bai2Records(this.skips), this);
    copy.draft = this.draft && { ...this.draft };
    return copy;
  }

  /** How often a line may be read in two ways; `inTransaction` if what precedes it ends in a transaction. */
  ambiguities(text: string, inTransaction: boolean): number {
    if (!isSeveral(text)) return 0;
    let found = 0;
    const count = () => {
      found += 1;
      return false;
    };
    for (const piece of pieces(text, inTransaction ? '16' : this.draft?.code, count)) void piece;
    return found;
  }

  /** The records that end with this line. @throws InboundFileError */
  take(text: string, line: number, splits: Splits): Bai2Record[] {
    const done: Bai2Record[] = [];
    for (const piece of isSeveral(text) ? pieces(text, this.draft?.code, splits) : [text]) {
      const trimmed = piece.trim();
      if (trimmed === '') continue;
      const code = codeOf(trimmed);
      if (code === undefined) this.continueText(trimmed, line);
      else if (code === '88') this.continue(withoutEnd(trimmed.slice(3)), line);
      else {
        done.push(...this.end());
        this.draft = { line, code, body: withoutEnd(trimmed.slice(3)), count: 1 };
      }
      this.assertLength(line);
    }
    return done;
  }

  /** The last record. */
  end(): Bai2Record[] {
    const { draft } = this;
    this.draft = undefined;
    if (draft === undefined) return [];
    return [{ line: draft.line, code: draft.code, fields: draft.body.split(','), count: draft.count }];
  }

  private continue(body: string, line: number): void {
    const { draft } = this;
    if (draft === undefined) bai2Fault(line, 'record_order', { expected: 'a record to continue', found: '88' });
    draft.body += inText(draft) ? ` ${body.trim()}` : `,${body}`;
    draft.count += 1;
  }

  /** Some banks break a long text without 88. */
  private continueText(text: string, line: number): void {
    const { draft } = this;
    if (draft !== undefined && inText(draft)) draft.body += ` ${withoutEnd(text)}`;
    else if (this.skips) this.skipped += 1;
    else bai2Fault(line, 'record_code', { expected: 'a record', found: 'another text' });
  }

  private assertLength(line: number): void {
    if ((this.draft?.body.length ?? 0) <= LONGEST) return;
    bai2Fault(line, 'record_length', { expected: `at most ${LONGEST}`, found: 'more' });
  }
}

/** The records of a line; `code` is that of the record which it may continue. */
function* pieces(text: string, code: string | undefined, splits: Splits): Generator<string, void, undefined> {
  let [from, current] = [0, code];
  for (;;) {
    const own = codeOf(text.slice(from).trimStart().slice(0, 3));
    if (own !== undefined && own !== '88') current = own;
    const isTransaction = current === '16';
    const ends = text.slice(from).matchAll(isTransaction ? NEXT_OF_TRANSACTION : NEXT);
    const end = [...ends].find(() => !isTransaction || splits());
    if (end === undefined) return yield text.slice(from);
    yield text.slice(from, from + end.index);
    from += end.index + end[0].length;
  }
}

const codeOf = (text: string) => CODED.exec(text)?.[1];
const isSeveral = (text: string) => text.search(NEXT) !== -1;

const withoutEnd = (body: string) => body.replace(/\/$/, '');

function inText({ code, body }: Draft): boolean {
  const fields = body.split(',');
  return code === '16' && fields.length > textField(fields);
}

/** Where the text of a transaction is: after type, amount, funds type with its fields, and two references. */
export const textField = (fields: readonly string[]) => 3 + fundsFields(fields, 2) + 2;

/** How many fields follow the funds type at this place: amounts by day, a value date, or nothing. */
export function fundsFields(fields: readonly string[], at: number): number {
  const type = fields[at];
  if (type === 'S') return 3;
  if (type === 'V') return 2;
  if (type !== 'D') return 0;
  const distributions = fields[at + 1] ?? '';
  return 1 + 2 * (/^\d{1,3}$/.test(distributions) ? Number(distributions) : 0);
}
