import { Injectable } from '@nestjs/common';
import { DAY_MS, newYorkDate } from '@payments/kernel';
import { PaidAccounts } from '@payments/transfers';
import type { BankingMoment, Foresight, Ruling, TransferState } from '@payments/transfers';
import type { ApprovalStatus, DemandedPolicy } from '../domain/approval.js';
import { asksPayees, countsDays, matches } from '../domain/policy.js';
import type { DayTotal, Facts, Policy } from '../domain/policy.js';
import { PolicyCache } from './policy-cache.js';
import { ApprovalRecords, PaymentFacts } from './ports.js';
import { controlsQueues } from './queues.js';
import { RequestApprovals } from './request-approvals.js';
import { ScheduleApprovals } from './schedule-approvals.js';
import { subjectOf } from './transfer-subject.js';

const ENTERPRISE = 'enterprise';

export interface HoldOptions {
  readonly time: BankingMoment;
  /** What holds a transfer besides policies, by its id. */
  readonly rules?: ReadonlyMap<string, readonly DemandedPolicy[]>;
}

/** The totals of the day, by subject, before what is added to them. */
type CountDay = (time: BankingMoment, added: ReadonlyMap<string, DayTotal>) => Promise<ReadonlyMap<string, DayTotal>>;

/** A transfer that must be approved, and what demands it. */
interface Held {
  readonly transfer: TransferState;
  readonly policies: readonly DemandedPolicy[];
}

/**
 * Holds transfers until they are approved, for the gates. In the unit of work of their acceptance. Without policies, rules
 * and holds it reads nothing.
 */
@Injectable()
export class HoldTransfers {
  constructor(
    private readonly cache: PolicyCache,
    private readonly approvals: ApprovalRecords,
    private readonly facts: PaymentFacts,
    private readonly requestApprovals: RequestApprovals,
    private readonly scheduleApprovals: ScheduleApprovals,
    private readonly paidAccounts: PaidAccounts,
  ) {}

  /** Holds those that a policy matches or a rule is about. The others are not in the answer. */
  async hold(transfers: readonly TransferState[], options: HoldOptions): Promise<ReadonlyMap<string, Ruling>> {
    const held = await this.heldOf(transfers, { ...options, countDay: this.addToDay });
    const parties = await this.paidAccounts.partiesOf(held.map(({ transfer }) => transfer));
    const demands = held.map(({ transfer, policies }, at) => {
      const { id: subject_id, created_by: requested_by, owner } = transfer;
      const subject = subjectOf(transfer, parties[at]!);
      return { subject_type: 'transfer' as const, subject_id, subject, policies, requested_by, owner };
    });
    const asked = await this.requestApprovals.execute(demands, options.time);
    return new Map(
      asked.map(({ id, subject_id }) => [
        subject_id,
        { outcome: 'hold', hold: { kind: 'approval', id, queue: controlsQueues.expiry } },
      ]),
    );
  }

  /** As `hold`, of transfers that are not made yet: the policies that would hold them. */
  async foresee(transfers: readonly TransferState[], time: BankingMoment): Promise<ReadonlyMap<string, Foresight>> {
    const held = await this.heldOf(transfers, { time, countDay: this.readDay });
    return new Map(held.map(({ transfer, policies }) => [transfer.id, { outcome: 'hold', policies }]));
  }

  /** What became of holds: those that were approved are not in the answer. */
  async ruleOnHeld(transfers: readonly TransferState[]): Promise<ReadonlyMap<string, Ruling>> {
    if (transfers.length === 0) return new Map();
    const statuses = await this.approvals.statuses(transfers.map(({ gate }) => gate!.hold.id));
    return new Map(
      transfers.flatMap((transfer) => {
        const ruling = rulingOn(transfer, statuses.get(transfer.gate!.hold.id));
        return ruling === undefined ? [] : [[transfer.id, ruling] as const];
      }),
    );
  }

  private async heldOf(
    transfers: readonly TransferState[],
    { time, rules, countDay }: HoldOptions & { readonly countDay: CountDay },
  ): Promise<readonly Held[]> {
    if (transfers.length === 0) return [];
    const policies = await this.cache.get();
    if (policies.length === 0 && rules === undefined) return [];
    const facts = await this.factsOf(transfers, { policies, time, countDay });
    const about = await this.scheduleApprovals.policiesOf(transfers, policies);
    return transfers.flatMap((transfer, index) => {
      const matching = about(transfer).filter((policy) => matches(policy, facts[index]!));
      const demanded = [...(rules?.get(transfer.id) ?? []), ...matching];
      return demanded.length === 0 ? [] : [{ transfer, policies: demanded }];
    });
  }

  // One statement for each kind of fact, whatever the number of transfers, and none for facts that no policy asks for.
  private async factsOf(
    transfers: readonly TransferState[],
    options: { readonly policies: readonly Policy[]; readonly time: BankingMoment; readonly countDay: CountDay },
  ): Promise<readonly Facts[]> {
    const { policies, time, countDay } = options;
    const payees = transfers.flatMap(({ destination }) => destination ?? []);
    const paid =
      asksPayees(policies) && payees.length > 0 ? await this.facts.firstPaid(payees) : new Map<never, never>();
    const totals = countsDays(policies) ? await dayTotals(transfers, (added) => countDay(time, added)) : undefined;
    return transfers.map((transfer) => {
      const { amount, use_case, speed, origin, created_by, metadata, destination } = transfer;
      const first = destination && paid.get(`${destination.account_id}/${destination.account_version}`);
      const payee_days = first && Math.floor((time.now.getTime() - first.getTime()) / DAY_MS);
      return {
        ...{ amount, use_case, speed, origin, created_by, metadata },
        payee_days: destination === null ? undefined : (payee_days ?? null),
        payee_day: destination === null ? undefined : totals?.get(transfer.id)?.payee,
        enterprise_day: totals?.get(transfer.id)?.enterprise ?? { amount: 0n, count: 0 },
      };
    });
  }

  private readonly addToDay: CountDay = async ({ at }, added) => {
    const after = await this.facts.addToDay(newYorkDate(at), added);
    return new Map(
      [...added].map(([subject, { amount, count }]) => {
        const total = after.get(subject)!;
        return [subject, { amount: total.amount - amount, count: total.count - count }];
      }),
    );
  };

  private readonly readDay: CountDay = ({ at }, added) => this.facts.ofDay(newYorkDate(at), [...added.keys()]);
}

/** By transfer: the totals of the day up to and with it. */
async function dayTotals(
  transfers: readonly TransferState[],
  countDay: (added: ReadonlyMap<string, DayTotal>) => ReturnType<CountDay>,
) {
  const added = new Map<string, DayTotal>();
  for (const transfer of transfers) for (const subject of subjectsOf(transfer)) add(added, subject, transfer.amount);
  const running = new Map(await countDay(added));
  return new Map(
    transfers.map((transfer) => {
      const [enterprise, payee] = subjectsOf(transfer).map((subject) => add(running, subject, transfer.amount));
      return [transfer.id, { enterprise: enterprise!, payee }];
    }),
  );
}

/** The enterprise first, then the payee. */
function subjectsOf({ destination }: TransferState): string[] {
  return destination === null ? [ENTERPRISE] : [ENTERPRISE, destination.account_id];
}

function add(totals: Map<string, DayTotal>, subject: string, more: bigint): DayTotal {
  const { amount, count } = totals.get(subject) ?? { amount: 0n, count: 0 };
  const total = { amount: amount + more, count: count + 1 };
  totals.set(subject, total);
  return total;
}

function rulingOn({ id, gate, source }: TransferState, status: ApprovalStatus | undefined): Ruling | undefined {
  const side = source === null ? 'destination' : 'source';
  switch (status) {
    case 'approved':
      return undefined;
    case 'pending': {
      const { kind, id: approval, queue } = gate!.hold;
      return { outcome: 'hold', hold: { kind, id: approval, queue } };
    }
    case 'rejected':
    case 'withdrawn':
      return { outcome: 'refuse', side, reason_code: 'approval_rejected' };
    case 'expired':
      return { outcome: 'refuse', side, reason_code: 'approval_expired' };
    case undefined:
      throw new Error(`the approval of transfer ${id} does not exist`);
  }
}
