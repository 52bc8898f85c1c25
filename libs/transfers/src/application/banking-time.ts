import { DAY_MS } from '@payments/kernel';
import type { Due } from '@payments/messaging';

/** A period of banking time. */
export interface Wait {
  readonly from: Date;
  readonly until: Date;
}

/** The banking time of one unit of work. */
export interface BankingMoment {
  /** Real time, for the records. */
  readonly now: Date;
  /** Banking time: real time in production, in the sandbox as far as its clock has been moved on. */
  readonly at: Date;
  /** The banking time of a step that was planned for `planned` and is taken now. */
  readonly stepAt: (planned: Date | null) => Date;
  /** The end of a wait that begins when `starts` is due, or now. */
  readonly due: (wait: Wait, starts?: Due) => Due;
  /** When banking time reaches the instant. Unlike a wait, it is not shortened in the sandbox. */
  readonly dueAt: (instant: Date) => Due;
}

/** The source of all banking time: windows, holds, effective and estimated dates. Resources contain real time. */
export abstract class BankingTime {
  /** How far ahead of banking time a result may lie that is reported now. */
  readonly reportsAheadMs: number = DAY_MS;

  /** In the current unit of work, and valid until its end. */
  abstract read(): Promise<BankingMoment>;

  /**
   * No wait until an instant after this one is over, whatever its task says: the instant may have moved since the task was
   * claimed. In the current unit of work, by the clock by which tasks become due.
   */
  abstract horizon(): Promise<Date>;
}
