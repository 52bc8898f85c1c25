import type { IncomingHttpHeaders } from 'node:http';
import { parseStrictJson, StrictJsonError } from '@payments/kernel';
import { httpErrors } from '../server/http-errors.js';
import { isPlainObject } from '../validation/rule.js';

export const MAX_BODY_BYTES = 64 * 1024;
const LIMITS = { maxDepth: 16, maxKeys: 500 };
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A request body as it arrived. The content parser only buffers, so that the guards run before any validation; parsing
 * comes last.
 */
export class RawBody {
  constructor(
    private readonly headers: IncomingHttpHeaders,
    readonly bytes: Buffer,
  ) {}

  get isEmpty(): boolean {
    return this.bytes.length === 0;
  }

  get isCompressed(): boolean {
    const encoding = this.headers['content-encoding'];
    return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
  }

  get mediaType(): string {
    return this.headers['content-type'] ?? '';
  }

  /**
   * The body as a JSON object; no body counts as `{}`.
   * @throws DomainError unsupported_media_type, invalid_json, invalid_body
   */
  json(): Record<string, unknown> {
    if (this.isEmpty) return {};
    const charset = CHARSET.exec(this.mediaType)?.[1] ?? 'utf-8';
    if (this.isCompressed || !JSON_TYPE.test(this.mediaType) || charset.toLowerCase() !== 'utf-8') {
      throw httpErrors.unsupported_media_type();
    }
    const value = this.parse();
    if (!isPlainObject(value)) throw httpErrors.invalid_body();
    return value;
  }

  /** The body as UTF-8 text. @throws DomainError invalid_json when it is not UTF-8, or starts with a byte-order mark. */
  text(): string {
    const text = this.decode();
    if (text.startsWith('\uFEFF'))
      throw httpErrors.invalid_json({ message: 'The body must not start with a byte-order mark.' });
    return text;
  }

  private decode(): string {
    try {
      return decoder.decode(this.bytes);
    } catch {
      throw httpErrors.invalid_json({ message: 'The body is not valid UTF-8.' });
    }
  }

  private parse(): unknown {
    const text = this.text();
    try {
      return parseStrictJson(text, LIMITS);
    } catch (error) {
      if (!(error instanceof StrictJsonError)) throw error;
      throw httpErrors.invalid_json({ message: `The body is not valid JSON: ${error.message}.` });
    }
  }
}
