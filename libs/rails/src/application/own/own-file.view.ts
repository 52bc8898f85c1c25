import { directionOf, windowOfKey } from '../../domain/plan-entry.js';
import { exceptionKinds, MATCHABLE_KINDS } from '../../domain/inbound/exceptions.table.js';
import type { ShownEntry } from '../shown-entries.js';
import type { OwnBatch, OwnException, OwnFile } from './ports.js';

/** A file as its enterprise sees it; optional fields are left out while they have no value. */
export type BankFileView = ReturnType<typeof toFileView>;
export type BankFileBatchView = ReturnType<typeof toBatchView>;
export type BankFileEntryView = ReturnType<typeof toEntryView>;
export type RailExceptionView = ReturnType<typeof toExceptionView>;

/** What operators write about a file of several enterprises may name another one; codes do not. */
const CODE = /^[a-z_]+$/;

const time = (at: Date) => at.toISOString();

/** @param alone the connections that nobody else uses: of others, what operators did is not the enterprise's */
export function toFileView(file: OwnFile, alone: readonly string[]) {
  const { id, connection, rail, part, state, reason, file_name, uploaded_at, acknowledged_at } = file;
  const isShared = !alone.includes(connection);
  return {
    ...{ id, connection, shared: isShared, rail, window_at: time(windowOfKey(file.window_key)), part, state },
    ...(reason !== null && (!isShared || CODE.test(reason)) && { reason }),
    ...(file_name !== null && { file_name }),
    ...{ cut_at: time(file.cut_at), cutoff_at: time(file.cutoff_at) },
    ...(uploaded_at !== null && { uploaded_at: time(uploaded_at) }),
    ...(acknowledged_at !== null && { acknowledged_at: time(acknowledged_at) }),
    ...(!isShared && { released_by: file.released_by }),
    ...{ batches: file.batches, entries: file.entries, debit: file.debit, credit: file.credit },
    ...{ created_at: time(file.created_at), updated_at: time(file.updated_at) },
  };
}

export function toBatchView({ batch_no, header, first_trace, last_trace, entries, debit, credit }: OwnBatch) {
  const { sec, company_id, company_name, company_entry_description, effective_entry_date } = header;
  return {
    ...{ batch_number: batch_no, sec, company_id, company_name, description: company_entry_description },
    ...{ effective_entry_date, entries, debit, credit, first_trace, last_trace },
  };
}

/** Of an entry in a file, so that nothing is missing. */
export function toEntryView(entry: ShownEntry) {
  const { id, end_to_end_id, amount, state, code, trace, return_trace, effective_date, settles_at } = entry;
  return {
    ...{ id, end_to_end_id, direction: directionOf(entry), amount, state },
    ...(code !== null && { code }),
    ...{ sec: entry.sec!, transaction_code: entry.transaction_code!, routing_number: entry.routing_number! },
    ...{ account_number: entry.account_number!, name: entry.name!, individual_id: entry.individual_id! },
    ...{ trace_number: trace!, ...(return_trace !== null && { return_trace_number: return_trace }) },
    ...{ effective_date, settles_at: time(settles_at) },
  };
}

export function toExceptionView(exception: OwnException) {
  const { id, connection, kind, state, created_at, resolved_at } = exception;
  const { file_id, end_to_end_id, code, direction, amount, detail, resolution, resolved_by } = exception;
  const { original_trace, trace } = exception;
  return {
    ...{
      id,
      connection,
      kind,
      meaning: exceptionKinds[kind].meaning as string,
      matchable: MATCHABLE_KINDS.has(kind),
      state,
    },
    ...(file_id !== null && { file_id }),
    ...(end_to_end_id !== null && { end_to_end_id }),
    ...(code !== null && { code }),
    ...(direction !== null && { direction }),
    ...(amount !== null && { amount }),
    ...(original_trace !== null && { original_trace_number: original_trace }),
    ...(trace !== null && { trace_number: trace }),
    ...(detail !== null && { detail }),
    ...(resolution !== null && { resolution }),
    ...(resolved_by !== null && { resolved_by }),
    ...(resolved_at !== null && { resolved_at: time(resolved_at) }),
    created_at: time(created_at),
  };
}
