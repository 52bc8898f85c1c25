import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { toScheduleView } from '../../application/schedule.view.js';
import type { ScheduleEvent, ScheduleState } from '../../domain/schedule-state.js';

/** pg gives bigint as text. */
export type ScheduleRow = Omit<ScheduleState, 'amount'> & { readonly amount: string };

export const SCHEDULE_COLUMNS = [
  ...['id', 'schedule_reference_id', 'amount', 'currency', 'speed', 'source', 'destination', 'start_date'],
  ...['recurrence', 'account_statement_descriptor', 'metadata', 'missed', 'end_on_failures', 'status', 'next_date'],
  'subledger_reference_id',
  ...[
    'next_run_at',
    'next_payment_date',
    'paused_at',
    'ended_at',
    'end_reason',
    'approval',
    'made',
    'refused',
    'skipped',
  ],
  ...['failures', 'unjudged_transfer_id', 'last_occurrence', 'sequence', 'version'],
  ...['created_by', 'owner', 'created_at', 'updated_at'],
].join(', ');

export const OCCURRENCE_COLUMNS =
  'id, schedule_id, occurrence_date, payment_date, status, transfer_id, error_code, created_at';

export function toState(row: ScheduleRow): ScheduleState {
  return { ...row, amount: BigInt(row.amount) };
}

export function statesAsJson(states: readonly ScheduleState[]): string {
  return JSON.stringify(states.map((state) => ({ ...state, amount: state.amount.toString() })));
}

/** An event as it is published: with the schedule as the API shows it. */
export function toRecordedEvent({ type, state, occurredAt: created_at }: ScheduleEvent): RecordedEvent {
  const resource = { resource_type: 'schedule', resource_id: state.id, sequence: state.sequence } as const;
  return { id: newId(), type, ...resource, data: { schedule: toScheduleView(state) }, created_at };
}
