/** The queues of this context; a task's subject is a transfer, a leg, a result, a leg. */
export const transferQueues = {
  acceptance: 'transfer-acceptance',
  submissions: 'processor-submissions',
  results: 'processor-results',
  holds: 'hold-ends',
} as const;
