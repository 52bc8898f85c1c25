/** The queues of this context. The subject of a creation is a chunk of rows, that of the others a bulk transfer. */
export const bulkQueues = {
  validation: 'bulk-validation',
  starts: 'bulk-starts',
  creation: 'bulk-creation',
  ends: 'bulk-end',
} as const;
