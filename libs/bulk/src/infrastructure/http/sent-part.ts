import { createHash } from 'node:crypto';
import type { RawBody } from '@payments/http';
import type { SentPart } from '../../application/receive-part.js';
import type { BulkFormat } from '../../domain/file-rows.js';

const NUMBER = /^[1-9]\d{0,3}$/;
const SHA_256 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/;
const MEDIA_TYPE = /^(text\/csv|application\/x-ndjson)\s*(?:;\s*(?:charset="?utf-8"?|header=[a-z]+)\s*)*$/i;

const FORMATS: Readonly<Record<string, BulkFormat>> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' };

/** A part as the request sent it, with the digest of RFC 9530. */
export function sentPart(number: string, body: RawBody, contentDigest: string | undefined): SentPart {
  const content = body.bytes;
  return {
    number: NUMBER.test(number) ? Number(number) : NaN,
    content,
    digest: createHash('sha256').update(content).digest('hex'),
    sentDigest: contentDigest === undefined ? undefined : digestIn(contentDigest),
    format: body.isCompressed ? undefined : FORMATS[MEDIA_TYPE.exec(body.mediaType)?.[1]?.toLowerCase() ?? ''],
  };
}

function digestIn(header: string): string | null {
  const base64 = SHA_256.exec(header)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex');
}
