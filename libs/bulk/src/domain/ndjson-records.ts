import { parseStrictJson, StrictJsonError } from '@payments/kernel';
import { PartError } from './part-error.js';
import { MAX_RECORD } from './part-text.js';

export interface NdjsonRecord {
  /** From 1. */
  readonly line: number;
  readonly body: Readonly<Record<string, unknown>>;
}

// As for the body of one transfer.
const LIMITS = { maxDepth: 16, maxKeys: 500 };

/**
 * The records of newline-delimited JSON, one object in each line. Lines end with LF or CRLF; blank ones are left out.
 * @throws PartError at the first line that is not a JSON object
 */
export function* ndjsonRecords(text: string): Generator<NdjsonRecord, void, undefined> {
  let line = 0;
  for (let from = 0; from < text.length;) {
    line += 1;
    const end = text.indexOf('\n', from);
    const stop = end === -1 ? text.length : end;
    const content = text.slice(from, text[stop - 1] === '\r' && stop > from ? stop - 1 : stop);
    from = stop + 1;
    if (content.length > MAX_RECORD) throw new PartError(line, `a record has more than ${MAX_RECORD} characters`);
    if (content !== '') yield { line, body: parsed(content, line) };
  }
}

function parsed(content: string, line: number): Readonly<Record<string, unknown>> {
  try {
    const value = parseStrictJson(content, LIMITS);
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
      return value as Readonly<Record<string, unknown>>;
    }
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw new PartError(line, `the line is not valid JSON: ${error.message}`);
  }
  throw new PartError(line, 'the line is not a JSON object');
}
