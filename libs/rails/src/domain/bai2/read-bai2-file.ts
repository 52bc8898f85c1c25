import type { ByteSource } from '../ach/ach-file-reader.js';
import type { StatementEvent, StatementOptions } from '../statements/statement.js';
import { Bai2Lines } from './bai2-lines.js';
import { bai2Fault } from './bai2-records.js';

const LONGEST_LINE = 20_000;
const LINE_END = /\r\n|\n|\r(?!$)/;
/** NUL, the end of a file of DOS, and the first half of an end of a line. */
const FILL = new Set([0x00, 0x1a, 0x0d]);

/**
 * Reads the statements of a BAI2 file as it arrives, or of several in one; memory does not grow with its length. Lines are
 * provisional until `statement_closed`, and all statements until the end: the controls of the file come last.
 * @throws InboundFileError when the file breaks a rule.
 */
export async function* readBai2File(
  source: ByteSource,
  options: StatementOptions = {},
): AsyncGenerator<StatementEvent, void, undefined> {
  const reader = new Bai2Lines(options);
  let [rest, line] = ['', 0];
  for await (const chunk of source) {
    rest += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    const lines = rest.split(LINE_END);
    rest = lines.pop()!;
    for (const each of lines) yield* reader.take(checked(each, ++line));
    checked(rest, line + 1);
    if (withoutFill(rest) === '') rest = '';
  }
  yield* reader.take(checked(rest, line + 1));
  yield* reader.end();
}

function checked(text: string, line: number): string {
  const bare = withoutFill(line === 1 ? text.replace(/^\u00ef\u00bb\u00bf/, '') : text);
  if (bare.length > LONGEST_LINE)
    bai2Fault(line, 'record_length', { expected: `at most ${LONGEST_LINE}`, found: 'more' });
  if (/[\x00-\x08\x0e-\x1f\x7f]/.test(bare))
    bai2Fault(line, 'record_code', { expected: 'text', found: 'a control character' });
  return bare;
}

function withoutFill(text: string): string {
  let end = text.length;
  while (end > 0 && FILL.has(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
