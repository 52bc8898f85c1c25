// What a class holds: a digit, an ASCII code, an escaped sign of the class syntax, or a character of the basic plane.
const CLASS_ITEM = String.raw`(?:\\d|\\x[0-7][\dA-Fa-f]|\\[\]\\^\-[/]|[^\\\[\]\ud800-\udfff])`;
// Java reads && as an intersection, and Python reserves doubled signs for set operations.
const SET_OPERATION = /&&|--|[|][|]|~~/;

const TOKENS = [
  String.raw`\\d`,
  String.raw`\\x[0-7][\dA-Fa-f]`,
  String.raw`\\[.^$*+?()[\]{}|\\/]`,
  String.raw`\[\^?${CLASS_ITEM}+\]`,
  String.raw`\((?:\?:|(?!\?))`,
  String.raw`\)`,
  String.raw`(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})(?![*+?{])`,
  String.raw`[|^$]`,
  String.raw`[^\\.[\](){}*+?|^$\ud800-\udfff]`,
];

/**
 * What is left of a pattern from the first construct on that JavaScript without flags, Python, Go and Java do not all
 * read alike: look-around, back-references, named groups, \p, \u, \w, \s, a dot, lazy and possessive quantifiers, and
 * characters beyond the basic plane among them. Empty when the pattern has none.
 */
export function unportablePart(pattern: string): string {
  const token = new RegExp(TOKENS.join('|'), 'y');
  while (token.lastIndex < pattern.length) {
    const { lastIndex } = token;
    const [found] = token.exec(pattern) ?? [];
    const isClass = found?.startsWith('[');
    if (found === undefined || (isClass && SET_OPERATION.test(found))) return pattern.slice(lastIndex);
  }
  return '';
}
