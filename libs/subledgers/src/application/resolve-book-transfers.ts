import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import type { DecidedApproval } from '@payments/persistence';
import { failed } from '../domain/book-transfer.js';
import type { BookTransferState } from '../domain/book-transfer.js';
import { BookMoney } from './book-money.js';
import { BookTransfers } from './ports.js';

/** Ends book transfers whose approvals were decided, in the unit of work of the decision. */
@Injectable()
export class ResolveBookTransfers {
  constructor(
    private readonly bookTransfers: BookTransfers,
    private readonly bookMoney: BookMoney,
    private readonly clock: Clock,
  ) {}

  async execute(decisions: readonly DecidedApproval[]): Promise<void> {
    const now = this.clock.now();
    const statuses = new Map(decisions.map(({ subject_id, status }) => [subject_id, status]));
    const waiting = (await this.bookTransfers.lock([...statuses.keys()])).map((transfer) => {
      const approval = { id: transfer.approval!.id, status: statuses.get(transfer.id)! };
      return { ...transfer, approval };
    });
    const { decided, postings } = await this.bookMoney.decide(waiting.filter(isApproved), now);
    const refused = waiting
      .filter((transfer) => !isApproved(transfer))
      .map((transfer) => {
        const reason = transfer.approval.status === 'rejected' ? 'approval_rejected' : 'approval_expired';
        return failed(transfer, reason, now);
      });
    await this.bookTransfers.save([...decided, ...refused]);
    await this.bookMoney.post(postings);
  }
}

function isApproved({ approval }: BookTransferState): boolean {
  return approval?.status === 'approved';
}
