/** The tokens of a template, with the most characters that each can become, and what it becomes. */
export const FILE_NAME_TOKENS: Readonly<Record<string, { readonly width: number; readonly meaning: string }>> = {
  company_id: { width: 10, meaning: 'the company id; all companies of the connection must have the same one' },
  origin: { width: 10, meaning: 'the immediate origin' },
  connection: { width: 30, meaning: 'the name of the connection' },
  date: { width: 8, meaning: 'the creation date, YYYYMMDD' },
  date6: { width: 6, meaning: 'the creation date, YYMMDD' },
  time: { width: 6, meaning: 'the creation time, HHMMSS' },
  modifier: { width: 1, meaning: 'the file id modifier, A to Z and 0 to 9, unique among the files of a date' },
  sequence: { width: 10, meaning: 'a number that the connection never uses again' },
  window: { width: 4, meaning: 'the cut-off, HHMM' },
  kind: { width: 8, meaning: 'the kind of the file' },
};

const TOKEN = /\{([a-z0-9_]*)\}/g;
const MOST_CHARACTERS = 80;

/** The tokens of a template, in order, known or not. */
export const tokensOf = (template: string): string[] => [...template.matchAll(TOKEN)].map(([, token]) => token!);

/** Why a template cannot name files, and the remedy; undefined when it can. */
export function templateProblem(template: string): string | undefined {
  const tokens = tokensOf(template);
  const known = Object.keys(FILE_NAME_TOKENS);
  if (tokens.some((token) => !known.includes(token))) {
    return `has an unknown token; use ${known.map((token) => `{${token}}`).join(' ')}`;
  }
  if (!/^[A-Za-z0-9._-]*$/.test(template.replace(TOKEN, ''))) {
    return 'has characters that a file name may not have; use letters, digits, dots, underscores, hyphens and tokens';
  }
  if (template.startsWith('.')) return 'begins with a dot, so the file would be hidden; begin with a letter or a token';
  if (longestName(template) > MOST_CHARACTERS) return `can exceed ${MOST_CHARACTERS} characters; shorten it`;
  if (!isUnique(tokens)) return 'is not unique; add {sequence}, or a date with {time} or {modifier}';
  return undefined;
}

/** The most characters of a name by a template whose tokens are known. */
export const longestName = (template: string): number =>
  template.replace(TOKEN, (_, token: string) => 'x'.repeat(FILE_NAME_TOKENS[token]!.width)).length;

/** A time of day or a modifier comes again on another date, so only a date beside it makes the name unique. */
function isUnique(tokens: readonly string[]): boolean {
  const has = (...wanted: string[]) => wanted.some((token) => tokens.includes(token));
  return has('sequence') || (has('date', 'date6') && has('time', 'modifier'));
}

/** The values of the tokens for one file. @throws Error when the connection has no value for a token of its template. */
export function fileName(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(TOKEN, (_, token: string) => {
    const value = values[token];
    if (value === undefined) throw new Error(`{${token}} of the file name has no value`);
    return value;
  });
}
