import type { Side } from './leg.js';
import type { UseCase } from './transfer-state.js';

/** Whether a business on this side must have its tax id and address on file: all but the source of a direct debit. */
export function needsFullData(useCase: UseCase, side: Side): boolean {
  return !(useCase === 'direct_debit' && side === 'source');
}
