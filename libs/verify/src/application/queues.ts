/** The queues of this context; a task's subject is an account, a probe, a probe, an account. */
export const verifyQueues = {
  examination: 'account-examinations',
  submissions: 'probe-submissions',
  clearances: 'probe-clearances',
  codes: 'statement-code-ends',
} as const;
