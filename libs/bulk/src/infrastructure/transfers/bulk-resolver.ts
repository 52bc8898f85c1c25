import { Injectable } from '@nestjs/common';
import { ResolvesApprovals } from '@payments/persistence';
import type { ApprovalResolver, DecidedApproval } from '@payments/persistence';
import { BulkApprovals } from '../../application/bulk-approvals.js';

/** Bulk transfers start, or fail, once their approval is decided. */
@ResolvesApprovals({ subject_type: 'bulk_transfer' })
@Injectable()
export class BulkResolver implements ApprovalResolver {
  constructor(private readonly bulkApprovals: BulkApprovals) {}

  resolve(decided: readonly DecidedApproval[]): Promise<void> {
    return this.bulkApprovals.resolve(decided);
  }
}
