import { lineFault } from './inbound-diagnostic.js';

/** A line of a text, from 1, without its end. */
export interface TextLine {
  readonly line: number;
  readonly text: string;
}

const LONGEST_LINE = 1_000;

/** The lines of a report, which end in LF, CR LF or CR. @throws InboundFileError for a line of more than 1 000 characters */
export function textLines(bytes: Buffer): TextLine[] {
  const lines = bytes.toString('latin1').split(/\r\n|\n|\r/);
  return lines.map((text, at) => {
    if (text.length <= LONGEST_LINE) return { line: at + 1, text };
    const found = `${text.length} characters`;
    throw lineFault(at + 1, 'line_length', { expected: `at most ${LONGEST_LINE} characters`, found });
  });
}
