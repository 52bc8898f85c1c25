import { Injectable } from '@nestjs/common';
import { ResolvesApprovals } from '@payments/persistence';
import type { ApprovalResolver, DecidedApproval } from '@payments/persistence';
import { ResolveBookTransfers } from '../../application/resolve-book-transfers.js';

/** Book transfers end with the decision about them. */
@ResolvesApprovals({ subject_type: 'book_transfer' })
@Injectable()
export class BookTransferResolver implements ApprovalResolver {
  constructor(private readonly resolveBookTransfers: ResolveBookTransfers) {}

  resolve(decided: readonly DecidedApproval[]): Promise<void> {
    return this.resolveBookTransfers.execute(decided);
  }
}
