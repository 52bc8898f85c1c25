const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const RANDOM_BYTES = 16;
const POOL_BYTES = RANDOM_BYTES * 256;
const MAX_SEQUENCE = 0xfff;

const pool = Buffer.alloc(POOL_BYTES);
let poolOffset = POOL_BYTES;

interface Order {
  lastMillis: number;
  sequence: number;
}

const ownTime: Order = { lastMillis: 0, sequence: 0 };
const sharedTime: Order = { lastMillis: 0, sequence: 0 };

/**
 * A new UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, a 12-bit sequence that keeps ids of one process
 * in order within a millisecond, 62 random bits. Ordered ids keep B-tree inserts at the right edge.
 */
export function newId(): string {
  return idOf(ownTime, Date.now());
}

/** A new id that sorts after the ids of any process for an earlier time; `time` is from a shared clock. */
export function newIdAt(time: Date): string {
  return idOf(sharedTime, time.getTime());
}

function idOf(order: Order, now: number): string {
  if (poolOffset === POOL_BYTES) {
    crypto.getRandomValues(pool);
    poolOffset = 0;
  }
  const bytes = pool.subarray(poolOffset, poolOffset + RANDOM_BYTES);
  poolOffset += RANDOM_BYTES;
  const millis = nextMillis(order, now, bytes);
  bytes.writeUIntBE(millis, 0, 6);
  bytes[6] = 0x70 | (order.sequence >> 8);
  bytes[7] = order.sequence & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// A clock that stands still or runs backwards must not make ids run backwards: the sequence continues, and when
// it overflows the id borrows the next millisecond.
function nextMillis(order: Order, now: number, random: Buffer): number {
  if (now > order.lastMillis) {
    order.lastMillis = now;
    order.sequence = random[7]! & 0x7f;
  } else if (++order.sequence > MAX_SEQUENCE) {
    order.lastMillis += 1;
    order.sequence = 0;
  }
  return order.lastMillis;
}

/** A lower bound of every id that `newId` returns from that time on. */
export function idBefore(time: Date): string {
  const millis = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${millis.slice(0, 8)}-${millis.slice(8)}-0000-0000-000000000000`;
}

/** When an id of `newId` or `newIdAt` was made. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** Whether the text is a UUID of any version, in either letter case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The actor of the operator's commands, and the owner of a client that nobody owns. */
export const OPERATOR = 'cli';
