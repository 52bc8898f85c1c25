/** The queues of this context; a task's subject is a transfer, a leg, a result. */
export const transferQueues = {
  acceptance: 'transfer-acceptance',
  submissions: 'processor-submissions',
  results: 'processor-results',
} as const;
