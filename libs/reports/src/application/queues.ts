/** The queues of this context. The subject is a report. */
export const reportQueues = { reports: 'reports' } as const;
