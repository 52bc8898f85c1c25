import { styleText } from 'node:util';

type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** Colours a text when the stream is a terminal and NO_COLOR is not set. */
export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return stream.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text;
}

/** One line of progress or trouble for a person, on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Lines of two columns, the first as wide as its widest entry. */
export function columns(rows: readonly (readonly [string, string])[], indent = '  '): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${indent}${name.padEnd(width)}  ${value}`).join('\n');
}
