import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { whyNotReversible } from '../../domain/reversal.js';
import type { ReversalReason, ReversibleEntry } from '../../domain/reversal.js';
import { OperateEntries } from '../operate-entries.js';
import { FileOperationError } from '../operate-files.js';
import { TenantWork } from '../tenant-work.js';
import { Reversals } from './ports.js';
import type { StoredReversal } from './ports.js';

export interface ReversalRequest {
  readonly endToEndId: string;
  readonly reason: ReversalReason;
  readonly actor: string;
  /** Needed when several enterprises have the end-to-end id. */
  readonly enterpriseId?: string | undefined;
}

export interface RequestedReversal {
  readonly id: string;
  readonly enterprise_id: string;
  readonly end_to_end_id: string;
  readonly amount: bigint;
  /** Whether this was the second operator: a worker makes the entry now. */
  readonly approved: boolean;
}

/** Takes an entry back that the bank has: always by two operators. Each is recorded in the audit log of the enterprise. */
@Injectable()
export class RequestReversal {
  constructor(
    private readonly entries: OperateEntries,
    private readonly reversals: Reversals,
    private readonly tenantWork: TenantWork,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** The first operator requests it, and the second one's request with the same reason approves it. @throws FileOperationError */
  async execute({ endToEndId, reason, actor, enterpriseId }: ReversalRequest): Promise<RequestedReversal> {
    const { enterprise_id } = await this.entries.one(endToEndId, enterpriseId);
    return this.tenantWork.run(enterprise_id, () => this.decide(enterprise_id, { endToEndId, reason, actor }), actor);
  }

  private async decide(
    enterprise_id: string,
    { endToEndId, reason, actor }: ReversalRequest,
  ): Promise<RequestedReversal> {
    // Locked, so that two operators decide one after the other.
    const entry = await this.reversals.lockEntry({ end_to_end_id: endToEndId });
    if (entry === undefined) throw new FileOperationError('it could not be written, so the bank never had it');
    const latest = await this.reversals.latestOf(entry.id);
    const requested = latest !== undefined && isLive(latest) ? latest : undefined;
    if (requested !== undefined) assertApprovable(requested, { reason, actor });
    const problem = whyNotReversible(entry, this.clock.now());
    if (problem !== undefined) throw new FileOperationError(problem);
    const id = requested?.id ?? newId();
    if (requested === undefined) {
      const { connection } = entry;
      await this.reversals.add({ id, connection, reverses: entry.id, reason, requested_by: actor });
    } else await this.reversals.approve(id, actor);
    const approved = requested !== undefined;
    await this.record(entry, { id, approved, reason });
    return { id, enterprise_id, end_to_end_id: endToEndId, amount: entry.amount, approved };
  }

  private record(
    { id: subject_id, end_to_end_id }: ReversibleEntry,
    { id, approved, reason }: { readonly id: string; readonly approved: boolean; readonly reason: ReversalReason },
  ): Promise<void> {
    return this.audit.record({
      ...{ action: approved ? 'entry.reversal_approved' : 'entry.reversal_requested' },
      ...{ subject_type: 'entry', subject_id, after: { end_to_end_id, reversal: id, reason } },
    });
  }
}

/** One that was refused, or whose entry the bank or an operator rejected, does not stand in the way of another. */
const isLive = ({ refused, state }: StoredReversal) => refused === null && state !== 'rejected';

function assertApprovable(
  { approved_by, requested_by, reason: requested }: StoredReversal,
  { reason, actor }: Pick<ReversalRequest, 'reason' | 'actor'>,
): void {
  if (approved_by !== null) throw new FileOperationError(`its reversal was approved by ${approved_by} already`);
  if (requested_by === actor)
    throw new FileOperationError('you have requested its reversal already; another operator must approve it');
  if (requested === reason) return;
  throw new FileOperationError(`${requested_by} requested its reversal with the reason ${requested}; approve that one`);
}
