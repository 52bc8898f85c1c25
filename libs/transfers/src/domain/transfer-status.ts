import type { Transitions } from '@payments/kernel';

export type TransferStatus = 'created' | 'pending' | 'completed' | 'settled' | 'failed';

/**
 * created: accepted, parties not yet cleared · pending: on its way · completed: handed to the network · settled: a
 * debit's money has arrived · failed. A bank may return money late, so even `settled` may still fail. The database
 * holds the same table and refuses anything else.
 */
export const transferTransitions: Transitions<TransferStatus> = {
  created: ['pending', 'failed'],
  pending: ['completed', 'failed'],
  completed: ['settled', 'failed'],
  settled: ['failed'],
  failed: [],
};

export const transferStatuses = Object.keys(transferTransitions) as TransferStatus[];
