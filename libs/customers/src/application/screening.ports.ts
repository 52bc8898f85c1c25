import type { BusinessState } from '../domain/business.js';
import type { VerificationOutcome } from '../domain/customer-status.js';
import type { PersonState } from '../domain/person.js';

/** The data of a customer that is screened. */
export type ScreeningSubject =
  | {
      readonly type: 'person';
      readonly state: Pick<PersonState, 'id' | 'identity_version' | 'first_name' | 'middle_name' | 'last_name'>;
    }
  | {
      readonly type: 'business';
      readonly state: Pick<BusinessState, 'id' | 'identity_version' | 'legal_name' | 'business_name'>;
    };

/** Screens names against the list that this process has. Called outside of any transaction; may be called twice. */
export abstract class CustomerScreener {
  /** Outcomes of customers that match, by id; undefined when this process has another list. */
  abstract screen(
    subjects: readonly ScreeningSubject[],
    list: string,
  ): Promise<ReadonlyMap<string, VerificationOutcome> | undefined>;
}

/** Which list is in force for an enterprise, and how far its verified customers are screened against it. */
export interface ScreeningRun {
  readonly list_digest: string;
  /** When the files of the list were put in place. */
  readonly list_placed_at: Date;
  readonly started_at: Date;
  /** The last customer that was screened, in id order. */
  readonly last_customer_id: string | null;
  /** How many customers were verified when the run began; null until they are counted. */
  readonly customers: number | null;
  readonly screened: number;
  readonly matched: number;
  readonly finished_at: Date | null;
}

export type ListInForce = Pick<ScreeningRun, 'list_digest' | 'list_placed_at'>;

/** One batch that was screened. */
export interface ScreeningStep {
  readonly customers: number;
  readonly screened: number;
  readonly matched: number;
  /** Undefined when no customer was left. */
  readonly lastCustomerId: string | undefined;
}

/** The run of the tenant, in the current unit of work. */
export abstract class ScreeningRuns {
  /** Starts a run if the list was installed after the one in force and differs from it. Returns whether it did. */
  abstract begin(list: ListInForce, now: Date): Promise<boolean>;

  /** The digest of the list in force, which is locked until the end of the unit of work. */
  abstract holdListInForce(): Promise<string | undefined>;

  abstract current(): Promise<ScreeningRun | undefined>;

  /** The verified customers that come next, in the order of their ids. */
  abstract nextVerified(after: string | null, size: number): Promise<ScreeningSubject[]>;

  abstract countVerified(): Promise<number>;

  /** Records a batch. `finishedAt` ends the run. Returns false when another run has taken its place. */
  abstract advance(run: ScreeningRun, step: ScreeningStep, finishedAt: Date | null): Promise<boolean>;
}
