import { readFileSync } from 'node:fs';

export interface Corpus {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/**
 * The cases of a rule, a line each: `+ ` is accepted and `- ` refused; `#` begins a heading.
 * @param plain when set the rest of a line is the case; otherwise JSON's escapes in it are resolved.
 */
export function readCorpus(file: string, { plain = false } = {}): Corpus {
  const lines = readFileSync(file, 'utf8').split('\n');
  const casesOf = (sign: string) =>
    lines.flatMap((line) => (line.startsWith(`${sign} `) ? [plain ? line.slice(2) : unescaped(line.slice(2))] : []));
  const strays = lines.filter((line) => line !== '' && !/^(?:[+-] |#)/.test(line));
  if (strays.length > 0) throw new Error(`${file}: no case and no heading: ${strays[0]}`);
  return { accepted: casesOf('+'), refused: casesOf('-') };
}

function unescaped(text: string): string {
  return JSON.parse(`"${text.replace(/(?<!\\)"/g, '\\"')}"`) as string;
}
