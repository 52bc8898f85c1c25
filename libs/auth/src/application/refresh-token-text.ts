import { Injectable } from '@nestjs/common';
import { Secrets } from '@payments/persistence';

const ID_BYTES = 16;
const HASH_BYTES = 32;
const BYTES = 2 * ID_BYTES + 4 + HASH_BYTES;
const PREFIX = 'prt_';

/** The family and generation of a refresh token. */
export interface RefreshTokenPlace {
  readonly enterprise_id: string;
  readonly family_id: string;
  readonly generation: number;
}

/**
 * Refresh tokens as text: their position and a keyed hash of it. So a token's successor can be recreated
 * without being stored, and a forged token is rejected without a database query.
 */
@Injectable()
export class RefreshTokenText {
  constructor(private readonly secrets: Secrets) {}

  write(place: RefreshTokenPlace): string {
    const generation = Buffer.alloc(4);
    generation.writeUInt32BE(place.generation);
    const parts = [fromUuid(place.enterprise_id), fromUuid(place.family_id), generation];
    return PREFIX + Buffer.concat([...parts, this.secrets.hash(subjectOf(place))]).toString('base64url');
  }

  /** Undefined when this service did not issue it. */
  read(text: string): RefreshTokenPlace | undefined {
    const bytes = Buffer.from(text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '', 'base64url');
    // The last character has unused bits: a token must have only one spelling.
    if (bytes.length !== BYTES || PREFIX + bytes.toString('base64url') !== text) return undefined;
    const place = {
      enterprise_id: toUuid(bytes.subarray(0, ID_BYTES)),
      family_id: toUuid(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
      generation: bytes.readUInt32BE(2 * ID_BYTES),
    };
    return this.secrets.matches(subjectOf(place), bytes.subarray(BYTES - HASH_BYTES)) ? place : undefined;
  }
}

// No secret or key has this form, so their hashes cannot collide.
function subjectOf({ enterprise_id, family_id, generation }: RefreshTokenPlace): string {
  return `refresh-token|${enterprise_id}|${family_id}|${generation}`;
}

function fromUuid(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
