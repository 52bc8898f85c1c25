import { jaroWinkler, mostSimilar } from './name-similarity.js';

/** A name as it is compared: without case, diacritics, punctuation. */
export interface ScreeningName {
  readonly tokens: readonly string[];
  /** The tokens in alphabetical order, so that the order of the words does not count. */
  readonly sorted: string;
  /** The tokens as they were written, without blanks, so that the division into words does not count. */
  readonly compact: string;
}

export type NameKind = 'person' | 'organisation';

/** Letters that do not decompose into a Latin letter and a mark. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ı: 'i',
    ŋ: 'n',
    ə: 'a',
  }),
);

/** Endings for the legal form of a business, which do not identify it. */
const LEGAL_FORMS: ReadonlySet<string> = new Set([
  ...['co', 'company', 'corp', 'corporation', 'inc', 'incorporated', 'limited', 'llc', 'llp', 'lp', 'ltd', 'plc', 'pc'],
  ...['ag', 'bv', 'gmbh', 'jsc', 'kg', 'nv', 'ojsc', 'ooo', 'pjsc', 'pte', 'pty', 'sa', 'sarl', 'spa', 'srl'],
]);

const ABBREVIATION = /(?<!\p{L})(?:\p{L}\.){2,}/gu;
const APOSTROPHES = /['\u2018\u2019\u02BC\u0060\u00B4]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** The name in the form that is compared; undefined when it holds neither letters nor digits. */
export function screeningName(text: string, kind: NameKind): ScreeningName | undefined {
  const words = wordsOf(kind === 'person' ? firstNameFirst(text) : text);
  const tokens = kind === 'organisation' ? withoutLegalForm(words) : words;
  if (tokens.length === 0) return undefined;
  return { tokens, sorted: [...tokens].sort().join(' '), compact: tokens.join('') };
}

/** How alike two names are, from 0 to 1; 0 for all that cannot reach `least`. */
export function similarity(one: ScreeningName, other: ScreeningName, least = 0): number {
  return Math.max(similarText(one.sorted, other.sorted, least), similarText(one.compact, other.compact, least));
}

function similarText(one: string, other: string, least: number): number {
  if (mostSimilar(one.length, other.length) < least) return 0;
  const score = jaroWinkler(one, other);
  return score < least ? 0 : score;
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\x00-\x7F]/gu, (letter) => LETTERS.get(letter) ?? letter)
    .replace(ABBREVIATION, (initials) => `${initials.replaceAll('.', '')} `)
    .replace(APOSTROPHES, '')
    .replaceAll('&', ' and ')
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '');
}

/** Lists write `LAST, First`. */
function firstNameFirst(text: string): string {
  const [last = '', first, ...others] = text.split(',');
  return first === undefined || others.length > 0 ? text : `${first} ${last}`;
}

function withoutLegalForm(words: readonly string[]): readonly string[] {
  let end = words.length;
  while (end > 1 && LEGAL_FORMS.has(words[end - 1] ?? '')) end--;
  return words.slice(0, end);
}
