// Explicit ranges instead of \p{L} and \p{Script=Latin}: they appear in the API description and must mean the same
// in every regular expression engine. The characters stand for themselves, because engines differ in \u escapes.
const LETTERS =
  'A-Za-z\u00AA\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02B8\u02E0-\u02E4\u1D00-\u1D25\u1D2C-\u1D5C\u1D62-\u1D65' +
  '\u1D6B-\u1D77\u1D79-\u1DBE\u1E00-\u1EFF\u2071\u207F\u2090-\u209C\u212A\u212B\u2132\u214E\u2183\u2184\u2C60-\u2C7F' +
  '\uA722-\uA787\uA78B-\uA7DC\uA7F1-\uA7FF\uAB30-\uAB5A\uAB5C-\uAB64\uAB66-\uAB69\uFB00-\uFB06\uFF21-\uFF3A\uFF41-\uFF5A';
const COMBINING_MARKS = '\u0300-\u036F';

/**
 * Text of Latin letters with any diacritics, spaces, and the given further characters, written as in a character class.
 * It is not blank.
 */
export function latinText(others: string, { leadingSpaces = true }: { readonly leadingSpaces?: boolean } = {}): RegExp {
  const filled = `(?:[${LETTERS}][${COMBINING_MARKS}]*|[${others}])`;
  return new RegExp(`^${leadingSpaces ? ' *' : ''}(?:${filled} *)+$`);
}
