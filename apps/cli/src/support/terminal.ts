import { inspect, stripVTControlCharacters } from 'node:util';

export type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

export function isColored(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && !process.env['NO_COLOR'];
}

/** Colors a text when the stream is a terminal and NO_COLOR is not set. */
export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  if (!isColored(stream)) return text;
  const [open, close] = inspect.colors[style]!;
  return `\u001b[${open}m${text}\u001b[${close}m`;
}

/** One line of progress or an error for a person, on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints the result of a command: JSON, or the text for a person. */
export function tell({ json = false }: { readonly json?: boolean }, result: object, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(result, null, 2) : text}\n`);
}

/** Lines of two columns, the first as wide as its widest entry. */
export function columns(rows: readonly (readonly [string, string])[], indent = '  '): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${indent}${name.padEnd(width)}  ${value}`).join('\n');
}

/** Columns as wide as their widest cell, without its colors; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A text of somebody else; a terminal would obey its control characters. */
export function plain(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** A number with its noun: "1 key", "2,000 keys". */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}
