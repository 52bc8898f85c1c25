import { Injectable } from '@nestjs/common';
import type { PartyState, TransferState } from '@payments/transfers';
import type { DemandedPolicy } from '../domain/approval.js';
import { namesOrigin } from '../domain/policy.js';
import type { Policy } from '../domain/policy.js';
import { BUILT_IN_HOURS } from './built-in-policy.js';
import { ApprovalRecords } from './ports.js';
import type { Approved, PaidByRow } from './ports.js';

type Subject = Readonly<Record<string, unknown>>;
type Asked = DemandedPolicy & Pick<Policy, 'conditions'>;

/**
 * What the approval of a bulk transfer or a schedule means for its transfers: they need none of their own, unless a policy
 * names that origin. If the details of an account have changed since, nobody has approved them: then the transfer needs what
 * the schedule or the bulk transfer needed.
 */
@Injectable()
export class ScheduleApprovals {
  constructor(private readonly approvals: ApprovalRecords) {}

  /** Which of the policies are about a transfer. A few statements for each kind of origin, and only for its transfers. */
  async policiesOf(
    transfers: readonly TransferState[],
    policies: readonly Policy[],
  ): Promise<(transfer: TransferState) => readonly Asked[]> {
    const ofTransfers = policies.filter(({ applies_to }) => applies_to.includes('transfer'));
    const [schedules, bulks] = [await this.approvedSchedules(transfers), await this.approvedBulks(transfers)];
    return (transfer) => {
      const bulk = bulks.get(transfer.bulk_transfer_id ?? '');
      if (bulk !== undefined) {
        const own = ofTransfers.filter((policy) => namesOrigin(policy, 'bulk'));
        return bulk.changed.has(transfer.id) ? [...own, ...asked(bulk.approved)] : own;
      }
      const schedule = schedules.get(transfer.schedule_id ?? '');
      if (schedule === undefined) return ofTransfers;
      if (paysAsApproved(transfer, schedule.subject))
        return ofTransfers.filter((policy) => namesOrigin(policy, 'schedule'));
      return [...ofTransfers, ...asked(schedule)];
    };
  }

  private async approvedSchedules(transfers: readonly TransferState[]): Promise<ReadonlyMap<string, Approved>> {
    const ids = transfers.flatMap(({ schedule_id }) => schedule_id ?? []);
    return ids.length === 0 ? new Map() : this.approvals.approved('schedule', ids);
  }

  /** With the transfers whose accounts have got other details since. */
  private async approvedBulks(transfers: readonly TransferState[]) {
    const ids = new Set(transfers.flatMap(({ bulk_transfer_id }) => bulk_transfer_id ?? []));
    const approved =
      ids.size === 0 ? new Map<never, never>() : await this.approvals.approved('bulk_transfer', [...ids]);
    if (approved.size === 0) return new Map<string, never>();
    const rows = transfers.filter(({ bulk_transfer_id }) => approved.has(bulk_transfer_id ?? ''));
    const changed = await this.approvals.unapproved(rows.flatMap(accountsOf));
    return new Map([...approved].map(([id, each]) => [id, { approved: each, changed }]));
  }
}

/** The policies under which something was approved, now of whatever they are asked about. */
function asked({ policies }: Approved): Asked[] {
  return policies.map((policy) => ({ ...policy, conditions: [], expires_after_hours: BUILT_IN_HOURS }));
}

function accountsOf({ id, bulk_transfer_id, ...sides }: TransferState): PaidByRow[] {
  return (['source', 'destination'] as const).flatMap((side) => {
    const { account_id, account_version } = sides[side] ?? {};
    if (account_id === undefined || account_version === undefined) return [];
    return [{ transfer_id: id, bulk_id: bulk_transfer_id!, side, account_id, account_version }];
  });
}

function paysAsApproved({ source, destination }: TransferState, subject: Subject): boolean {
  return isParty(source, subject['source']) && isParty(destination, subject['destination']);
}

function isParty(party: PartyState | null, approved: unknown): boolean {
  if (party === null) return approved === undefined;
  const { account_id, details_version } = (approved ?? {}) as Subject;
  return account_id === party.account_id && details_version === party.account_version;
}
