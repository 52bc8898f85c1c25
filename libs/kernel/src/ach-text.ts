/** Letters and signs that do not fall apart into a letter and a mark. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D' },
  ...{ ł: 'l', Ł: 'L', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ı: 'i', ŧ: 't', Ŧ: 'T', ĸ: 'k', ŋ: 'n', Ŋ: 'N' },
  ...{ '‘': "'", '’': "'", '‚': "'", '‛': "'", '“': '"', '”': '"', '„': '"', '‟': '"', '′': "'", '″': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', '…': '...', '⁄': '/' },
};

export interface AchTextOptions {
  /** Characters of the field; the rest is cut. */
  readonly max: number;
  readonly letterCase?: 'upper' | 'as_given';
}

const PRINTABLE = /^[\x20-\x7e]*$/;

/** The text in the printable ASCII characters that a NACHA file can hold. It may become empty. */
export function achText(text: string, { max, letterCase = 'upper' }: AchTextOptions): string {
  const printable = PRINTABLE.test(text) ? text : fold(text);
  const folded = printable.replace(/ {2,}/g, ' ').trim();
  // Upper case after folding, so that no letter grows into a character outside of ASCII.
  return (letterCase === 'upper' ? folded.toUpperCase() : folded).slice(0, max).trimEnd();
}

/** As many characters of a name stand in an entry. */
export const PRINTED_NAME = 22;

/** Whether banks read a text in their characters as none: it is empty, or only zeros and blanks. They refuse a file with it. */
export const saysNothing = (printed: string): boolean => !/[^0 ]/.test(printed);

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/gu, (each) => REPLACEMENTS[each] ?? ' ');
}
