import { Injectable } from '@nestjs/common';
import { ResolvesApprovals } from '@payments/persistence';
import type { ApprovalResolver, DecidedApproval } from '@payments/persistence';
import { ResumeTransfers } from '@payments/transfers';

/** Transfers are judged again once their approval is decided. */
@ResolvesApprovals({ subject_type: 'transfer' })
@Injectable()
export class TransferResolver implements ApprovalResolver {
  constructor(private readonly resumeTransfers: ResumeTransfers) {}

  resolve(decided: readonly DecidedApproval[]): Promise<void> {
    return this.resumeTransfers.resume(
      new Map(decided.map(({ subject_id, id, status }) => [subject_id, { id, status }])),
    );
  }
}
