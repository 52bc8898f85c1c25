import { Injectable } from '@nestjs/common';
import { DAY_MS, UnitOfWork } from '@payments/kernel';
import type { LegStatus, ResultKind } from '../domain/leg.js';
import { findBreaks } from '../domain/reconciliation.js';
import type { Break, BreakKind, OwnInstruction, Period } from '../domain/reconciliation.js';
import { BankingTime } from './banking-time.js';
import type { BankingMoment } from './banking-time.js';
import { InstructionOwners } from './instruction-owners.js';
import type { InstructionSubject } from './instruction-owners.js';
import { ProcessorReports } from './ports.js';

const LOOKS_BACK_DAYS = 7;
const FOLLOWS_BREAKS_DAYS = 60;

export interface KeptBreak extends Break {
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
}

/**
 * An unapplied result in the inbox. underway: about to be applied · unmatched: never applied · contradictory, early: applied only
 * if a person decides so.
 */
export interface OpenResult {
  readonly id: string;
  readonly processor_result_id: string;
  readonly end_to_end_id: string;
  readonly kind: ResultKind;
  readonly occurred_at: Date;
  readonly state: 'underway' | 'stuck' | 'unmatched' | 'contradictory' | 'early';
  /** The status of its leg; null if the leg is not ours. */
  readonly leg_status: LegStatus | null;
  /** Whether it belongs to the leg's current attempt. */
  readonly is_current: boolean | null;
}

/** Our own side of a reconciliation, of the current tenant, and the differences found. */
export abstract class Reconciliations {
  /** Starts a run, unless one started since. @returns whether it did */
  abstract begin(now: Date, since: Date): Promise<boolean>;
  /** The attempts of legs submitted in the period, or due to settle in it but not settled. */
  abstract instructions(period: Period, moment: Pick<BankingMoment, 'now' | 'at'>): Promise<OwnInstruction[]>;
  /** Our records of attempts of legs, whenever they were submitted. */
  abstract known(endToEndIds: readonly string[]): Promise<OwnInstruction[]>;
  /** The subjects of attempts of legs in the ledger. */
  abstract subjects(endToEndIds: readonly string[]): Promise<InstructionSubject[]>;
  /** Results that are neither applied nor dismissed, oldest first. */
  abstract openResults(now: Date): Promise<OpenResult[]>;
  /** Whether a result waits to be applied. Contradictory ones never are. */
  abstract hasPendingResults(): Promise<boolean>;
  /** Takes a result that will never be applied off the list. @returns whether it was on it */
  abstract dismiss(resultId: string, dismissal: { readonly because: string; readonly now: Date }): Promise<boolean>;
  /** Stores the breaks found; checked breaks that were not found again are resolved. */
  abstract keep(
    breaks: readonly Break[],
    looked: Period & { readonly ids: readonly string[]; readonly now: Date },
  ): Promise<void>;
  /** Oldest first. */
  abstract open(): Promise<KeptBreak[]>;
}

export interface Reconciliation extends Period {
  /** How many instructions each side has. */
  readonly own: number;
  readonly reported: number;
  /** All open breaks, including earlier ones. */
  readonly breaks: readonly KeptBreak[];
}

/** Compares our records with the processor's, and stores the differences. It never moves money. */
@Injectable()
export class Reconcile {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reconciliations: Reconciliations,
    private readonly reports: ProcessorReports,
    private readonly bankingTime: BankingTime,
    private readonly owners: InstructionOwners,
  ) {}

  /** The period in banking time; by default the last seven days, extended back to the oldest open break. */
  async execute(asked: Partial<Period> = {}): Promise<Reconciliation> {
    // Ours first, so that the processor's report is never older than our records.
    const { moment, period, own } = await this.unitOfWork.run(async () => {
      const time = await this.bankingTime.read();
      const from = asked.from ?? (await this.from(time.at));
      const looked = { from, to: asked.to ?? time.at };
      return { moment: time, period: looked, own: await this.instructions(looked, time) };
    });
    const lines = await this.reports.report(period);
    return this.unitOfWork.run(async () => {
      const ours = new Set(own.map(({ end_to_end_id }) => end_to_end_id));
      const others = lines.map(({ end_to_end_id }) => end_to_end_id).filter((id) => !ours.has(id));
      const all = [...own, ...(await this.owners.known([...new Set(others)]))];
      const results = await this.resultsAt(moment.now);
      const isUnderway = ({ state }: OpenResult) => state === 'underway';
      const underway = new Set(results.filter(isUnderway).map(({ end_to_end_id }) => end_to_end_id));
      const found = findBreaks(all, lines, { ...period, at: moment.at, underway });
      const never = results.filter((result) => !isUnderway(result)).map(breakOf);
      const ids = [...ours, ...others];
      await this.reconciliations.keep([...found, ...never], { ...period, ids, now: moment.now });
      const breaks = await this.reconciliations.open();
      return { ...period, own: own.length, reported: lines.length, breaks };
    });
  }

  /** As `execute`, unless one began in the last day. */
  async executeDaily(): Promise<void> {
    const isDue = await this.unitOfWork.run(async () => {
      const { now } = await this.bankingTime.read();
      return this.reconciliations.begin(now, new Date(now.getTime() - DAY_MS));
    });
    if (isDue) await this.execute();
  }

  /** Results that will never be applied and have not been dismissed. */
  async openResults(): Promise<OpenResult[]> {
    const results = await this.unitOfWork.run(async () => {
      const { now } = await this.bankingTime.read();
      return this.resultsAt(now);
    });
    return results.filter(({ state }) => state !== 'underway');
  }

  /** Takes a result that will never be applied off the list. @returns whether it was on it */
  dismiss(resultId: string, because: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const { now } = await this.bankingTime.read();
      return this.reconciliations.dismiss(resultId, { because, now });
    });
  }

  openBreaks(): Promise<KeptBreak[]> {
    return this.unitOfWork.run(() => this.reconciliations.open());
  }

  private async instructions(period: Period, moment: BankingMoment): Promise<readonly OwnInstruction[]> {
    let own: readonly OwnInstruction[] = [];
    for (const owner of this.owners.all()) own = [...own, ...(await owner.instructions(period, moment))];
    return own;
  }

  // A result without a leg may belong to an instruction of another owner: then it is stuck, not unmatched.
  private async resultsAt(now: Date): Promise<OpenResult[]> {
    const results = await this.reconciliations.openResults(now);
    const unmatched = results.filter(({ state }) => state === 'unmatched').map(({ end_to_end_id }) => end_to_end_id);
    const owned = new Set((await this.owners.known(unmatched)).map(({ end_to_end_id }) => end_to_end_id));
    return results.map((result) =>
      result.state === 'unmatched' && owned.has(result.end_to_end_id) ? { ...result, state: 'stuck' } : result,
    );
  }

  private async from(at: Date): Promise<Date> {
    const [oldest] = await this.reconciliations.open();
    const days = (count: number) => at.getTime() - count * DAY_MS;
    const from = Math.min(days(LOOKS_BACK_DAYS), oldest?.banking_at.getTime() ?? Infinity);
    return new Date(Math.max(days(FOLLOWS_BREAKS_DAYS), from));
  }
}

const BREAK_OF_STATE: Readonly<Record<OpenResult['state'], BreakKind>> = {
  underway: 'status',
  stuck: 'status',
  unmatched: 'extra',
  contradictory: 'contradictory',
  early: 'contradictory',
};

function breakOf({ end_to_end_id, kind, occurred_at, state, leg_status, is_current }: OpenResult): Break {
  const own = is_current === false ? `sent again, then ${leg_status}` : (leg_status ?? 'unknown');
  return {
    ...{ end_to_end_id, kind: BREAK_OF_STATE[state], own },
    ...{ reported: `the result ${kind}`, banking_at: occurred_at },
  };
}
