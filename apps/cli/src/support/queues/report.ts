import type { DeadLetter, QueueState } from '@payments/messaging';
import { counted, table } from '../terminal.js';

const HEADINGS = ['queue', 'due', 'leased', 'waiting', 'oldest due', 'dead letters'] as const;

/** The state of the queues as a table, with a column for the enterprise where rows have one. */
export function describeQueues(states: readonly QueueState[]): string {
  if (states.length === 0) return 'all queues are empty, with no dead letters';
  const byEnterprise = states.some(({ enterprise_id }) => enterprise_id !== null);
  const rows = states.map((state) => [
    state.queue,
    ...[state.due, state.leased, state.waiting].map(String),
    state.oldest_due_seconds === null ? '-' : `${state.oldest_due_seconds} s`,
    String(state.dead_letters),
    ...(byEnterprise ? [state.enterprise_id ?? ''] : []),
  ]);
  return table([[...HEADINGS, ...(byEnterprise ? ['enterprise'] : [])], ...rows]);
}

/** Dead letters as one line each: task, enterprise, attempts, and cause. */
export function describeDeadLetters(letters: readonly DeadLetter[], dryRun: boolean): string {
  const verdict = dryRun ? 'would be redriven' : 'redriven';
  const count = `${counted(letters.length, 'dead letter')} ${verdict}`;
  const rows = letters.map(({ id, queue, enterprise_id, attempts, dead_lettered_at, cause }) => [
    id,
    queue,
    enterprise_id,
    dead_lettered_at.toISOString(),
    `${counted(attempts, 'attempt')}: ${cause}`,
  ]);
  return rows.length === 0 ? count : `${table(rows)}\n${count}`;
}
