/** The queues of this context; a task's subject is an approval. */
export const controlsQueues = { expiry: 'approval-expiry' } as const;
