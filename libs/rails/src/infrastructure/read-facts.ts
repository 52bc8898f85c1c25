import type { Fact } from '../application/certification/expected.js';
import { networkOf } from '../application/inbound/apply-messages.js';
import { ReadAcknowledgments } from '../application/inbound/read-acknowledgments.js';
import { AchFileError } from '../domain/ach/ach-diagnostic.js';
import { readAchFile } from '../domain/ach/ach-file-reader.js';
import { odfiOf } from '../domain/ach/file-headers.js';
import type { Connection } from '../domain/connection.js';
import { readBai2File } from '../domain/bai2/read-bai2-file.js';
import { contentKindOf, HEAD_BYTES } from '../domain/inbound/content-kind.js';
import { InboundFileError } from '../domain/inbound/inbound-diagnostic.js';
import { isRejected, itemOf, rejectedTraceOf } from '../domain/inbound/returned-item.js';
import { achWaiversIn, type Waiver } from '../domain/inbound/waivers.js';
import { networkNoticeOf } from '../domain/iso20022/network-notice.js';
import { paymentStatuses } from '../domain/iso20022/payment-status.js';
import { recallAnswersOf, returnedPayments } from '../domain/iso20022/returned-payment.js';
import { ThreadMatcher } from './patterns/thread-matcher.js';
import { PgpEnvelopes } from './pgp/pgp-envelopes.js';
import type { Environment } from './secrets.js';
import { readCamtFile, readIsoMessage } from './xml/read-iso-file.js';
import { XmlMessageReader } from './xml/xml-message-reader.js';

/** `without`: what a fact says besides the file that it is from. */
type Said<F = Fact> = F extends unknown ? Omit<F, 'from'> : never;

/** What a file of the bank says, by the readers of the worker. Nothing is stored or applied. */
export async function factsOf(
  connection: Connection,
  { name, bytes, accept }: { name: string; bytes: Buffer; accept: readonly Waiver[] },
  env: Environment,
): Promise<Fact[]> {
  const withName = (said: readonly Said[]): Fact[] => said.map((each) => ({ ...each, from: name }));
  try {
    return withName(await read(connection, await opened(connection, bytes, env), accept));
  } catch (error) {
    if (!(error instanceof AchFileError || error instanceof InboundFileError)) throw error;
    const [first] = error.diagnostics;
    const reason = `line ${first?.line}: ${first?.rule}: ${first?.expected} expected, ${first?.found} found`;
    return withName([{ kind: 'unread', reason }]);
  }
}

/** What is sent to a bank that wants its files encrypted; else the bytes themselves. */
export async function sealedFor({ pgp }: Connection, bytes: Buffer, env: Environment): Promise<Buffer> {
  return pgp === null ? bytes : joined(new PgpEnvelopes({ variables: env }).close(pgp, [bytes]));
}

async function opened({ pgp }: Connection, bytes: Buffer, env: Environment): Promise<Buffer> {
  if (pgp === null || pgp.inbound === 'plain') return bytes;
  const envelopes = new PgpEnvelopes({ variables: env });
  const form = envelopes.formOf(bytes.subarray(0, HEAD_BYTES));
  // What came by mail may have been decrypted on its way.
  return form === undefined ? bytes : joined(envelopes.open(pgp, [bytes], form));
}

async function joined(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function read(connection: Connection, bytes: Buffer, accept: readonly Waiver[]): Promise<Said[]> {
  const kind = contentKindOf(bytes.subarray(0, HEAD_BYTES));
  switch (kind) {
    case 'ach':
      return ofNacha(connection, bytes, accept);
    case 'fedach':
    case 'text':
      return acknowledgments(connection, bytes, { kind, accept });
    case 'bai2':
    case 'camt':
      return ofStatement(kind === 'bai2' ? readBai2File([bytes], { accept }) : readCamtFile([bytes], { accept }));
    case 'pain.002':
    case 'iso':
      return ofMessage(connection, bytes, accept);
    case 'empty':
    case 'unknown':
      return [{ kind: 'unread', reason: 'it is no file that a bank sends' }];
  }
}

function acknowledgments(
  connection: Connection,
  bytes: Buffer,
  { kind, accept }: { kind: 'fedach' | 'text' | 'pain.002'; accept: readonly Waiver[] },
): Promise<Said[]> {
  return new ReadAcknowledgments(new ThreadMatcher(), new XmlMessageReader())
    .read([bytes], connection, { kind, accept })
    .then((files) => files.map((file) => ({ kind: 'acknowledged', file })));
}

async function ofNacha(connection: Connection, bytes: Buffer, accept: readonly Waiver[]): Promise<Said[]> {
  const said: Said[] = [];
  for await (const event of readAchFile([bytes], { accept: achWaiversIn(accept) })) {
    if (event.kind !== 'entries') continue;
    for (const item of event.entries.map((entry) => itemOf(entry, event.batch))) {
      if (isRejected(item)) {
        const trace = rejectedTraceOf(item, odfiOf(connection));
        said.push({ kind: 'reject', trace, code: item.code });
      } else if (item.kind === 'return' || item.kind === 'change')
        said.push({ kind: item.kind, trace: item.original_trace, code: item.code });
    }
  }
  return said;
}

async function ofStatement(events: ReturnType<typeof readBai2File>): Promise<Said[]> {
  const said: Said[] = [];
  for await (const event of events)
    if (event.kind === 'statement_closed')
      said.push({ kind: 'statement', account: event.statement.account, day: event.statement.day });
  return said;
}

async function ofMessage(connection: Connection, bytes: Buffer, accept: readonly Waiver[]): Promise<Said[]> {
  const message = await readIsoMessage([bytes], { accept });
  switch (message.family) {
    case 'pain.002':
      if (!/^(pain|pacs)\./.test(message.values.OrgnlGrpInfAndSts.OrgnlMsgNmId))
        return acknowledgments(connection, bytes, { kind: 'pain.002', accept });
      return [{ kind: 'statuses', statuses: paymentStatuses(message) }];
    case 'pacs.002':
      return [{ kind: 'statuses', statuses: paymentStatuses(message, message.network ?? networkOf(connection)) }];
    case 'admi.002': {
      const { RltdRef, Rsn } = message.values;
      return [{ kind: 'refused_message', message_id: RltdRef.Ref, reason: Rsn.RsnDesc ?? Rsn.RjctgPtyRsn }];
    }
    case 'pacs.004':
      return returnedPayments(message.values).map((payment) => ({ kind: 'returned', payment }));
    case 'camt.029':
      return recallAnswersOf(message.values).map((answer) => ({ kind: 'answer', answer }));
    case 'admi.004':
      // It is about participants, not about files of ours; but it must be understood.
      networkNoticeOf(message, connection);
      return [];
    case 'pain.001':
    case 'pacs.008':
    case 'pacs.028':
    case 'camt.056':
      return [{ kind: 'unread', reason: `it is a ${message.family}, which banks do not send` }];
  }
}
