/** The text is not JSON, or is JSON that two parsers could read differently. */
export class StrictJsonError extends Error {}

/** A number that was not written as a plain integer: `1.0`, `1e2`, `-0`. No integer rule accepts it. */
export class InexactNumber extends Number {}

export interface StrictJsonLimits {
  readonly maxDepth: number;
  readonly maxKeys: number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const STRING = /"[^"\\\u0000-\u001f]*"/y;
const ESCAPED_STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WHITE = /[ \t\n\r]*/y;
const OWN = { enumerable: true, configurable: true, writable: true };
const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Parses JSON (RFC 8259) with stricter rules: no duplicate keys in an object, no more nesting and keys than the limits
 * allow. Numbers that are not plain integers become `InexactNumber`.
 * @throws StrictJsonError
 */
export function parseStrictJson(text: string, limits: StrictJsonLimits): unknown {
  const reader = new Reader(text, limits);
  return reader.document();
}

class Reader {
  private at = 0;
  private keys = 0;

  constructor(
    private readonly text: string,
    private readonly limits: StrictJsonLimits,
  ) {}

  document(): unknown {
    const value = this.value(0);
    this.skipWhite();
    if (this.at !== this.text.length) throw this.unexpected();
    return value;
  }

  private value(depth: number): unknown {
    this.skipWhite();
    switch (this.text.charAt(this.at)) {
      case '{':
        return this.object(depth + 1);
      case '[':
        return this.array(depth + 1);
      case '"':
        return this.string();
      case 't':
      case 'f':
      case 'n':
        return this.literal();
      default:
        return this.number();
    }
  }

  private object(depth: number): Record<string, unknown> {
    this.enter(depth);
    const object: Record<string, unknown> = {};
    const seen = new Set<string>();
    if (this.take('}')) return object;
    do {
      this.skipWhite();
      const key = this.string();
      if (seen.has(key)) throw new StrictJsonError('an object has a duplicate key');
      seen.add(key);
      if (++this.keys > this.limits.maxKeys) throw new StrictJsonError(`more than ${this.limits.maxKeys} keys`);
      this.expect(':');
      const value = this.value(depth);
      // Assigning `__proto__` would set the prototype instead of a key.
      if (key === '__proto__') Object.defineProperty(object, key, { value, ...OWN });
      else object[key] = value;
    } while (this.take(','));
    this.expect('}');
    return object;
  }

  private array(depth: number): unknown[] {
    this.enter(depth);
    const array: unknown[] = [];
    if (this.take(']')) return array;
    do array.push(this.value(depth));
    while (this.take(','));
    this.expect(']');
    return array;
  }

  private string(): string {
    STRING.lastIndex = this.at;
    if (STRING.test(this.text)) {
      const start = this.at + 1;
      this.at = STRING.lastIndex;
      return this.text.slice(start, this.at - 1);
    }
    const [escaped] = this.match(ESCAPED_STRING);
    return JSON.parse(escaped) as string;
  }

  private number(): number | InexactNumber {
    const [number, fraction, exponent] = this.match(NUMBER);
    const value = Number(number);
    const plain = fraction === undefined && exponent === undefined && Number.isSafeInteger(value);
    return plain && !Object.is(value, -0) ? value : new InexactNumber(value);
  }

  private literal(): boolean | null {
    for (const [word, value] of LITERALS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    throw this.unexpected();
  }

  private enter(depth: number): void {
    if (depth > this.limits.maxDepth) throw new StrictJsonError(`more than ${this.limits.maxDepth} levels of nesting`);
    this.at++;
  }

  private take(mark: string): boolean {
    this.skipWhite();
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private expect(mark: string): void {
    if (!this.take(mark)) throw this.unexpected();
  }

  private match(token: RegExp): RegExpExecArray {
    token.lastIndex = this.at;
    const found = token.exec(this.text);
    if (found === null) throw this.unexpected();
    this.at = token.lastIndex;
    return found;
  }

  private skipWhite(): void {
    if (this.text.charCodeAt(this.at) > 0x20) return;
    WHITE.lastIndex = this.at;
    WHITE.test(this.text);
    this.at = WHITE.lastIndex;
  }

  private unexpected(): StrictJsonError {
    return new StrictJsonError(`unexpected ${this.at < this.text.length ? 'character' : 'end'} at position ${this.at}`);
  }
}
