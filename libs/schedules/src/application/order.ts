import type { TaskDraft } from '@payments/messaging';
import type { BankingMoment, TransferOrder } from '@payments/transfers';
import type { Schedule } from '../domain/schedule.js';
import { scheduleQueues } from './queues.js';

/** The transfer of the next date, as a client would request it. */
export function nextOrder(schedule: Schedule): TransferOrder {
  const state = schedule.snapshot();
  const { id, amount, currency, speed, source, destination, account_statement_descriptor, metadata } = state;
  const { subledger_reference_id, created_by, owner } = state;
  return {
    maker: { created_by, owner, origin: 'schedule' },
    transfer_reference_id: schedule.nextReference,
    ...{ amount: Number(amount), currency, speed, schedule_id: id },
    ...(source && { source }),
    ...(destination && { destination }),
    ...(account_statement_descriptor !== null && { account_statement_descriptor }),
    ...(metadata && { metadata }),
    ...(subledger_reference_id !== null && { subledger_reference_id }),
  };
}

/** The tasks of the next dates. A schedule that has ended needs none. */
export function nextTasks(schedules: readonly Schedule[], time: BankingMoment): TaskDraft[] {
  return schedules.flatMap((schedule) => {
    const { id, next_run_at } = schedule.snapshot();
    return next_run_at === null ? [] : [{ queue: scheduleQueues.runs, subjectId: id, ...time.dueAt(next_run_at) }];
  });
}
