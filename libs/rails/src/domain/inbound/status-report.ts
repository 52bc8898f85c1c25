import type { Connection } from '../connection.js';
import type { IsoMessage } from '../iso20022/read-message.js';
import { type PaymentStatus, paymentStatuses } from '../iso20022/payment-status.js';
import {
  type AcknowledgedBatch,
  type AcknowledgedEntry,
  type AcknowledgedFile,
  type AcknowledgedReference,
  type Verdict,
  withoutNumbers,
} from './acknowledgment.js';
import { lineFault } from './inbound-diagnostic.js';
import { fileOfMessage } from './message-id.js';

/** Of a message with payments of its own, which is no acknowledgment of a file. */
const PAYMENTS = /^(pain|pacs)\./;
/** The bank has the message already: refusing it as a duplicate says nothing about the first one. */
export const DUPLICATES: ReadonlySet<string> = new Set(['AM05', 'DU01', 'DUPL']);
const TRACE = /^\d{15}$/;
/** As reference.ts makes it. */
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{15}$/;
const BATCH_NUMBER = /^\d{1,7}$/;
/** What no number of a batch can be: of a part that names none. */
const NO_BATCH = 0;

interface Parts {
  readonly batches: AcknowledgedBatch[];
  readonly entries: AcknowledgedEntry[];
  readonly references: AcknowledgedReference[];
}

/**
 * The NACHA file that a status report (pain.002) is about, with what it says of batches and entries. Those have their order in
 * the report as their line, so that exceptions of one line of XML are told apart.
 * @throws InboundFileError when it is about a message of payments, or contradicts itself.
 */
export function readStatusReport(
  report: Extract<IsoMessage, { readonly family: 'pain.002' }>,
  { header, acknowledgment }: Pick<Connection, 'header' | 'acknowledgment'>,
): AcknowledgedFile[] {
  const { OrgnlMsgId, OrgnlMsgNmId, OrgnlNbOfTxs, OrgnlCtrlSum } = report.values.OrgnlGrpInfAndSts;
  if (PAYMENTS.test(OrgnlMsgNmId)) {
    throw lineFault(1, 'content', { expected: 'the status of a NACHA file', found: 'that of another message' });
  }
  const template = acknowledgment.kind === 'pain.002' ? acknowledgment.message_id : '{file_name}';
  const statuses = paymentStatuses(report);
  const ofFile = statuses.find(({ batch_id, ids }) => batch_id === null && ids === null);
  const parts = partsOf(statuses);
  const { verdict, unclear } = verdictOfFile(ofFile, parts);
  const [first] = unclear;
  if (first !== undefined) parts.batches.push({ line: 0, number: NO_BATCH, verdict: 'other', reason: first });
  return [
    {
      ...{ line: 1, ...fileOfMessage(OrgnlMsgId, { template, header }), verdict, ...parts },
      ...{ status: ofFile?.status ?? '', reason: ofFile === undefined ? null : reasonOf(ofFile) },
      totals: {
        ...(OrgnlNbOfTxs !== undefined && { entries: OrgnlNbOfTxs }),
        ...(OrgnlCtrlSum !== undefined && { total: Number(OrgnlCtrlSum) }),
      },
    },
  ];
}

/** The verdict on the file, and what of it a person must see. */
function verdictOfFile(
  file: PaymentStatus | undefined,
  { batches, entries, references }: Parts,
): { readonly verdict: Verdict | null; readonly unclear: string[] } {
  const parts = [...batches, ...entries, ...references];
  const isJudged = parts.some(({ verdict }) => verdict === 'accepted');
  // Without a status of its own, a file that the bank judges part by part is one that it has accepted in part.
  if (file === undefined)
    return { verdict: isJudged ? 'accepted' : null, unclear: parts.length > 0 ? [] : ['no status'] };
  const unclear = file.is_changed ? [`${file.status}: changed by the bank`] : [];
  if (file.status === 'PART') {
    const namesRefusal = parts.some(({ verdict }) => verdict !== 'accepted');
    return { verdict: 'accepted', unclear: namesRefusal ? [] : ['PART: it names nothing that is refused'] };
  }
  const verdict = verdictOf(file);
  return { verdict: verdict === 'none' ? null : verdict, unclear };
}

function partsOf(statuses: readonly PaymentStatus[]): Parts {
  const parts: Parts = { batches: [], entries: [], references: [] };
  for (const [at, status] of statuses.entries()) {
    const { batch_id, ids } = status;
    if (batch_id === null && ids === null) continue;
    const said = verdictOf(status);
    // A batch that is accepted in part has its refusals below it.
    if (said === 'none') continue;
    const verdict = status.is_changed ? 'other' : said;
    const part = { line: at + 2, verdict, reason: reasonOf(status) };
    const trace = ids === null ? undefined : idLike(TRACE, ids);
    const reference = ids === null ? undefined : idLike(REFERENCE, ids);
    if (trace !== undefined) parts.entries.push({ ...part, trace });
    else if (reference !== undefined) parts.references.push({ ...part, reference });
    else if (ids === null && BATCH_NUMBER.test(batch_id!)) parts.batches.push({ ...part, number: Number(batch_id) });
    // What is accepted needs no name. A refusal that names nothing of ours is for a person: a guess could stop another payment.
    else if (verdict !== 'accepted') parts.batches.push({ ...part, number: NO_BATCH, verdict: 'other' });
  }
  return parts;
}

function verdictOf({ outcome, reason }: PaymentStatus): Verdict | 'none' {
  switch (outcome) {
    case 'accepted':
    case 'settled':
      return 'accepted';
    case 'rejected':
      return DUPLICATES.has(reason ?? '') ? 'duplicate' : 'refused';
    case 'none':
      return 'none';
    case 'unknown':
      return 'other';
  }
}

/** Banks put the trace number, or the individual id of the entry, where a payment has an id of its own. */
function idLike(form: RegExp, { instruction_id, end_to_end_id, transaction_id }: NonNullable<PaymentStatus['ids']>) {
  return [instruction_id, end_to_end_id, transaction_id].find((id) => id !== null && form.test(id)) ?? undefined;
}

/** The code of the network alone where there is one, because it becomes the reason of the rejection. */
function reasonOf({ reason, information }: PaymentStatus): string | null {
  const said = withoutNumbers([reason, information].filter((each) => each !== null).join(' '));
  if (/^R\d\d$/.test(reason ?? '')) return reason;
  return said === '' ? null : said;
}
