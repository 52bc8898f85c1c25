import { newYorkDate, newYorkTime } from '@payments/kernel';
import { fingerprint } from '@payments/persistence';
import type { Connection } from '../../domain/connection.js';
import type { InstantRail } from '../../domain/entry-state.js';
import { fileName } from '../../domain/file-name.js';
import { messageTimes } from '../../domain/file-rules.js';
import type { FileState } from '../../domain/file-state.js';
import { fedNowId, messageId, rtpId } from '../../domain/iso20022/message-ids.js';
import { type MessageFormat, senderOf } from '../../domain/message-format.js';
import type { Files } from '../ports.js';

const CONNECTIONS = 10_000;

interface NamedMessage {
  readonly message_id: string;
  readonly file_name: string;
  readonly creation_date: string;
  /** Of RTP between banks. */
  readonly transaction_id: string | null;
}

interface Naming {
  readonly rail: InstantRail;
  /** What no other message of the connection is made of. */
  readonly seed: string;
  readonly kind: 'payment' | 'inquiry' | 'recall';
  readonly at: Date;
}

/** Ids and the name of a message. They are given once: the same message keeps them whenever it is sent. */
export async function nameMessage(
  files: Pick<Files, 'nextSequence'>,
  connection: Connection,
  { rail, seed, kind, at }: Naming,
): Promise<NamedMessage> {
  const { name, iso, companies, header } = connection;
  const sequence = await files.nextSequence(name);
  const date = newYorkDate(at);
  const time = newYorkTime(at).replace(':', '');
  return {
    ...idsOf(connection, { rail, seed, at, sequence }),
    creation_date: date,
    file_name: fileName(iso.name, {
      ...{
        connection: name,
        kind,
        modifier: '0',
        date: date.replaceAll('-', ''),
        company_id: companies[0]!.company_id,
      },
      ...{ date6: date.slice(2).replaceAll('-', ''), origin: header.immediate_origin, sequence: String(sequence) },
      ...{ time: time + String(at.getUTCSeconds()).padStart(2, '0'), window: time },
    }),
  };
}

function idsOf(
  { name, iso: { profile, participant } }: Connection,
  { rail, seed, at, sequence }: Pick<Naming, 'rail' | 'seed' | 'at'> & { readonly sequence: bigint },
): Pick<NamedMessage, 'message_id' | 'transaction_id'> {
  const digest = Buffer.from(fingerprint(`${name}|${seed}`), 'base64');
  if (profile !== 'pacs.008.001.08') {
    return { message_id: messageId({ at, connection: numberOf(name), digest }), transaction_id: null };
  }
  const sender = senderOf(rail, participant!);
  if (rail === 'fednow') {
    return { message_id: fedNowId({ at, connectionParty: sender, digest }), transaction_id: null };
  }
  const rtp = { at, participant: sender, number: Number(sequence) };
  const { rtp_source: source } = participant!;
  return {
    message_id: rtpId({ ...rtp, source }, 'message'),
    transaction_id: rtpId({ ...rtp, source: `${source}M` }, 'payment'),
  };
}

/** A name never changes, unlike the place of a connection in BANKS_FILE. */
const numberOf = (name: string) => Buffer.from(fingerprint(name), 'base64').readUInt32BE() % CONNECTIONS;

/** Names a closing file with payments, and fixes what its message says besides them. */
export async function nameFileOfMessage(
  files: Pick<Files, 'nextSequence' | 'save' | 'batches'>,
  connection: Connection,
  { file, at }: { readonly file: FileState & { readonly rail: InstantRail }; readonly at: Date },
): Promise<FileState> {
  const named = await nameMessage(files, connection, { rail: file.rail, seed: file.id, kind: 'payment', at });
  const { message_id, file_name, creation_date } = named;
  const [batch] = await files.batches(file.id);
  const format = formatOf(connection, named, {
    ...{ rail: file.rail, at, name: batch!.header.company_name, enterpriseId: batch!.for_enterprise },
  });
  const { upload_by, cutoff_at } = messageTimes(at);
  return files.save(file, { ...file, file_name, creation_date, message_id, format, upload_by, cutoff_at });
}

interface Payer {
  readonly rail: InstantRail;
  readonly at: Date;
  /** By which the payee knows the enterprise. */
  readonly name: string;
  readonly enterpriseId: string;
}

/** What a message of an enterprise says besides its payments. */
export function formatOf(
  connection: Connection,
  { message_id, transaction_id, creation_date }: NamedMessage,
  { rail, at, name, enterpriseId }: Payer,
): MessageFormat {
  const { iso, settlement_account } = connection;
  return {
    ...{ definition: iso.profile, network: rail, message_id, transaction_id, created_at: at.toISOString() },
    day: creation_date,
    sender: {
      ...{ name, routing_number: settlement_account.routing_number },
      client_id: iso.client_id,
      address: payerAddress(connection, enterpriseId),
    },
    ...{ service: iso[rail], charge_bearer: iso.charge_bearer, participant: iso.participant },
    relay_adds: iso.relay_adds,
  };
}

function payerAddress({ iso, companies }: Connection, enterpriseId: string) {
  if (iso.profile !== 'pacs.008.001.08' || iso.relay_adds.includes('payer_address')) return null;
  return companies.find(({ enterprise_id }) => enterprise_id === enterpriseId)?.address ?? null;
}
