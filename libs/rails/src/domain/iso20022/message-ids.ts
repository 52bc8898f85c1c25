import { newYorkDate } from '@payments/kernel';

/** Digits and letters that are not mistaken for each other. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_PER_SYMBOL = 5n;

/** InstrId: from the UUID of the entry, 33 characters. */
export const instructionId = (entryId: string) => `I${entryId.replaceAll('-', '').toUpperCase()}`;

interface MessageSeed {
  readonly at: Date;
  /** Of the connection, 0 to 9999. */
  readonly connection: number;
  /** At least 13 bytes that no other message has. */
  readonly digest: Uint8Array;
}

/** MsgId of a company: M, the day in New York, the connection, and 100 bits of the digest; 33 characters. */
export function messageId({ at, connection, digest }: MessageSeed): string {
  if (!Number.isInteger(connection) || connection < 0 || connection > 9_999)
    throw new RangeError('the number of a connection has at most four digits');
  return `M${dayOf(at)}${String(connection).padStart(4, '0')}${symbolsOf(digest, 20)}`;
}

interface FedNowSeed extends Pick<MessageSeed, 'at' | 'digest'> {
  /** Nine characters, by which FedNow knows who is connected to it. */
  readonly connectionParty: string;
}

/** MsgId and BizMsgIdr on FedNow: the calendar date, the connection party, and 90 bits of the digest; 35 characters. */
export function fedNowId({ at, connectionParty, digest }: FedNowSeed): string {
  if (connectionParty.length !== 9) throw new RangeError('an id of FedNow needs a connection party of 9 characters');
  return `${dayOf(at)}${connectionParty}${symbolsOf(digest, 18)}`;
}

const dayOf = (at: Date) => newYorkDate(at).replaceAll('-', '');

function symbolsOf(digest: Uint8Array, count: number): string {
  const bits = bigintOf(digest.subarray(0, 13));
  return Array.from(
    { length: count },
    (_, at) => CROCKFORD[Number((bits >> (BITS_PER_SYMBOL * BigInt(at))) & 31n)],
  ).join('');
}

function bigintOf(bytes: Uint8Array): bigint {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  return bits;
}

/** UETR: a UUID of version 4, as the schemas demand, from the SHA-256 of the entry's id: the same payment has the same one. */
export function uetrOf(digest: Uint8Array): string {
  const bytes = Uint8Array.from(digest.subarray(0, 16));
  bytes[6] = 0x40 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** What stands between B and the number in an id of RTP: a source of the sender, three or four characters. */
interface RtpSeed {
  readonly at: Date;
  /** Routing number and two characters of the sender's connection. */
  readonly participant: string;
  readonly source: string;
  /** At most 11 digits, used once a day. */
  readonly number: number;
}

/** MsgId and TxId of RTP are built from the day and the participant: M… for messages, without M for payments. */
export function rtpId({ at, participant, source, number }: RtpSeed, kind: 'message' | 'payment'): string {
  const length = kind === 'message' ? 3 : 4;
  if (
    participant.length !== 11 ||
    source.length !== length ||
    !Number.isInteger(number) ||
    number < 0 ||
    number > 99_999_999_999
  )
    throw new RangeError(`an id of RTP needs a participant of 11, a source of ${length} and at most 11 digits`);
  const counter = String(number).padStart(11, '0');
  return `${kind === 'message' ? 'M' : ''}${dayOf(at)}${participant}B${source}${counter}`;
}
