/** The queues of this context; a task's subject is a schedule. */
export const scheduleQueues = { runs: 'schedule-runs' } as const;
