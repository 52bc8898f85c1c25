import { Injectable } from '@nestjs/common';
import type { PartyState, TransferState } from '@payments/transfers';
import { namesOrigin } from '../domain/policy.js';
import type { Policy } from '../domain/policy.js';
import { ApprovalRecords } from './ports.js';

type Subject = Readonly<Record<string, unknown>>;

/**
 * What the approval of a bulk transfer or a schedule means for its transfers: they need none of their own, unless a policy names that origin.
 * Details of an account that changed since are new: then the policies of schedules hold the transfer as they held the
 * schedule.
 */
@Injectable()
export class ScheduleApprovals {
  constructor(private readonly approvals: ApprovalRecords) {}

  /** Which of the policies are about a transfer. One statement for each kind of origin, and only for its transfers. */
  async policiesOf(
    transfers: readonly TransferState[],
    policies: readonly Policy[],
  ): Promise<(transfer: TransferState) => readonly Policy[]> {
    const ids = transfers.flatMap(({ schedule_id }) => schedule_id ?? []);
    const approved = ids.length === 0 ? new Map<never, never>() : await this.approvals.approved('schedule', ids);
    const bulks = transfers.flatMap(({ bulk_transfer_id }) => bulk_transfer_id ?? []);
    const ofApproved =
      bulks.length === 0 ? new Map<never, never>() : await this.approvals.approved('bulk_transfer', bulks);
    const ofTransfers = policies.filter(({ applies_to }) => applies_to.includes('transfer'));
    return (transfer) => {
      if (ofApproved.has(transfer.bulk_transfer_id ?? '')) {
        return ofTransfers.filter((policy) => namesOrigin(policy, 'bulk'));
      }
      const subject: Subject | undefined = approved.get(transfer.schedule_id ?? '');
      if (subject === undefined) return ofTransfers;
      if (paysAsApproved(transfer, subject)) return ofTransfers.filter((policy) => namesOrigin(policy, 'schedule'));
      return policies.filter(({ applies_to }) => applies_to.some((each) => each === 'transfer' || each === 'schedule'));
    };
  }
}

function paysAsApproved({ source, destination }: TransferState, subject: Subject): boolean {
  return isParty(source, subject['source']) && isParty(destination, subject['destination']);
}

function isParty(party: PartyState | null, approved: unknown): boolean {
  if (party === null) return approved === undefined;
  const { account_id, details_version } = (approved ?? {}) as Subject;
  return account_id === party.account_id && details_version === party.account_version;
}
