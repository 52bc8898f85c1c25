import { companyIdsOf } from '../../domain/company-identity.js';
import type { Connection } from '../../domain/connection.js';
import type { FileState } from '../../domain/file-state.js';
import type { ExceptionKind } from '../../domain/inbound/exceptions.table.js';
import { type FileTime, occurrenceOf } from '../../domain/inbound/return-time.js';
import type { InboundItem } from '../../domain/inbound/returned-item.js';
import type { SentEntry } from '../ports.js';
import type { CandidateEntry, NewException } from './ports.js';

/** The file of a bank that is being applied. */
export interface InboundContext {
  readonly connection: Connection;
  readonly inboundId: string;
  /** When the bank made it. */
  readonly time: FileTime;
}

interface Occasion {
  readonly kind: ExceptionKind;
  /** The entry that it is about, where that is known. */
  readonly entry?: CandidateEntry;
  /** The only enterprise that it can be about, where that is known. */
  readonly owner?: string | undefined;
  readonly detail?: string | undefined;
}

/** Of what comes again in another file, and is then the same. */
const KINDS_OF_ONE_RETURN: ReadonlySet<ExceptionKind> = new Set([
  ...(['unmatched_return', 'unmatched_change', 'ambiguous_return', 'duplicate_return', 'untimely_return'] as const),
  ...(['change_without_correction', 'noc_identification', 'unsupported_change', 'dishonored_return'] as const),
]);

/** The exception that an item of a file is. */
export function exceptionOf(
  { connection, inboundId, time }: InboundContext,
  item: InboundItem & { readonly settlement_day?: string },
  { kind, entry, owner, detail }: Occasion,
): NewException {
  const { line, code, direction, amount, original_trace, trace } = item;
  const place = [inboundId, String(line)];
  const day = occurrenceOf(item.settlement_day ?? '', time).date;
  const payment = [day, item.company_id, trace, String(amount), direction];
  // Small banks number their returns anew every day.
  const settled = item.settlement_day ?? '';
  const occasion = settled === '' && original_trace === '' ? day : settled;
  const content = [occasion, original_trace, trace, code ?? '', String(amount), direction];
  return {
    key: [kind, ...(KINDS_OF_ONE_RETURN.has(kind) ? content : kind === 'incoming_entry' ? payment : place)].join(':'),
    ...{ connection: connection.name, kind, inbound_id: inboundId, line, code, direction, amount },
    for_enterprise: entry?.enterprise_id ?? owner ?? enterpriseOf(connection, item.company_id),
    ...{ original_trace: original_trace === '' ? null : original_trace, trace: trace === '' ? null : trace },
    ...{ file_id: entry?.file_id ?? null, end_to_end_id: entry?.end_to_end_id ?? null, detail: detail ?? null },
    due_date: null,
  };
}

/** The only enterprise with the company id; null when several share it. */
function enterpriseOf({ companies }: Connection, companyId: string): string | null {
  const [company, ...others] = companies.filter((each) => companyIdsOf(each).includes(companyId));
  return company !== undefined && others.length === 0 ? company.enterprise_id : null;
}

/** The acknowledgment that is being applied: a file of the bank, or where it moved ours. */
export interface AcknowledgmentContext {
  readonly connection: Connection;
  readonly inboundId: string | null;
  readonly time: FileTime;
}

interface AcknowledgmentOccasion {
  readonly kind: ExceptionKind;
  readonly file?: FileState | undefined;
  readonly entry?: SentEntry;
  readonly enterpriseId?: string;
  readonly trace?: string;
  readonly detail?: string | null;
}

interface MessageOccasion {
  readonly kind: ExceptionKind;
  readonly file?: FileState;
  readonly entry?: SentEntry;
  readonly enterpriseId?: string;
  readonly amount?: bigint;
  readonly code?: string | null;
  readonly detail: string | null;
  /** What of the message it is about. */
  readonly subject: string;
  /** Of a return, where it is about one: the same in every message that tells of it. */
  readonly returnId?: string;
}

/** The exception that a message about payments is. A credit that comes back brings money in. */
export function messageException(
  { connection, inboundId }: AcknowledgmentContext,
  { kind, file, entry, enterpriseId, amount = entry?.amount, code, detail, subject, returnId }: MessageOccasion,
): NewException {
  return {
    key: [kind, ...(returnId === undefined ? [inboundId ?? ''] : [returnId, amount]), subject].join(':'),
    ...{ connection: connection.name, kind, inbound_id: inboundId, line: null, code: code ?? null, detail },
    ...{ for_enterprise: enterpriseId ?? null, file_id: file?.id ?? null, end_to_end_id: entry?.end_to_end_id ?? null },
    ...{ original_trace: entry?.trace ?? null, trace: returnId ?? null, due_date: null },
    ...(amount === undefined ? { direction: null, amount: null } : { direction: 'credit', amount: Number(amount) }),
  };
}

/** The exception that a line of an acknowledgment is. */
export function acknowledgmentException(
  { connection, inboundId }: AcknowledgmentContext,
  { line }: { readonly line: number },
  { kind, file, entry, enterpriseId, trace, detail }: AcknowledgmentOccasion,
): NewException {
  const subject = entry?.trace ?? trace ?? file?.id ?? '';
  return {
    key: [kind, inboundId ?? 'moved', String(line), subject].join(':'),
    ...{ connection: connection.name, kind, inbound_id: inboundId, line: inboundId === null ? null : line },
    ...{ for_enterprise: enterpriseId ?? null, file_id: file?.id ?? entry?.file_id ?? null, code: null },
    ...{ end_to_end_id: entry?.end_to_end_id ?? null, original_trace: entry?.trace ?? trace ?? null, trace: null },
    ...{ direction: null, amount: entry === undefined ? null : Number(entry.amount), detail: detail ?? null },
    due_date: null,
  };
}
