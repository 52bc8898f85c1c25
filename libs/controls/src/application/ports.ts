import type { BankingDate } from '@payments/kernel';
import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { Approval, ApprovalState, ApprovalStatus, ApprovalSubjectType, Decision } from '../domain/approval.js';
import type { ApproverFacts } from '../domain/approver.js';
import type { Limit, LimitWindow } from '../domain/limit.js';
import type { Usage, UsageKey } from '../domain/limit-usage.js';
import type { DayTotal, Policy } from '../domain/policy.js';
import type { ReturnRatesView } from './return-rates.view.js';
import type { DebitCounts, DebitDay, ReturnRateStates, VerificationCounts } from '../domain/return-rates.js';

/** The policies of the tenant. Everything happens in the current unit of work. */
export abstract class Policies {
  /** By name. */
  abstract list(): Promise<readonly Policy[]>;
  /** As `list`. Until the unit of work ends, no other changes them. */
  abstract lock(): Promise<readonly Policy[]>;
  abstract add(policy: Policy): Promise<void>;
  abstract replace(policy: Policy): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

/** Which approvals to list: requested at or after `start_time` and before `end_time`. */
export interface ApprovalFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly ApprovalStatus[];
  readonly subject_type?: ApprovalSubjectType;
  readonly subject_id?: string;
  /** Only those that this user may decide and has not decided. */
  readonly open_to?: Pick<ApproverFacts, 'name' | 'role' | 'managesClients'>;
}

export interface StoredApproval {
  readonly id: string;
  readonly state: ApprovalState;
  readonly decisions: readonly Decision[];
}

export type Approved = Pick<ApprovalState, 'subject' | 'policies'>;

/** An account with the version of its details. */
export interface VersionedAccount {
  readonly account_id: string;
  readonly account_version: number;
}

/** An account that a transfer of a bulk transfer pays or debits. */
export interface PaidByRow extends VersionedAccount {
  readonly transfer_id: string;
  readonly bulk_id: string;
  readonly side: 'source' | 'destination';
}

/** The approvals of the tenant. Everything happens in the current unit of work. */
export abstract class ApprovalRecords {
  abstract add(approvals: readonly Approval[]): Promise<void>;
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<StoredApproval | undefined>;
  /** Without locks: transfers ask while they are locked, and a decision locks the other way round. */
  abstract statuses(ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalStatus>>;
  /** What was approved of these subjects, and under which policies, by subject id. */
  abstract approved(type: ApprovalSubjectType, subjectIds: readonly string[]): Promise<ReadonlyMap<string, Approved>>;
  /** The transfers that pay other details of accounts than those with which their rows were approved. */
  abstract unapproved(paid: readonly PaidByRow[]): Promise<ReadonlySet<string>>;
  /** The ids of the pending approvals of these subjects. */
  abstract pending(type: ApprovalSubjectType, subjectIds: readonly string[]): Promise<readonly string[]>;
  abstract list(filter: ApprovalFilter): Promise<Page<StoredApproval>>;
  /** Locks and loads approvals, in the order of their ids. */
  abstract lock(ids: readonly string[]): Promise<Approval[]>;
  /** Writes states, decisions and events of those that changed. */
  abstract save(approvals: readonly Approval[]): Promise<void>;
}

/** The limits of the tenant. Everything happens in the current unit of work. */
export abstract class Limits {
  /** By name. */
  abstract list(): Promise<readonly Limit[]>;
  /** As `list`. Until the unit of work ends, no other changes them. */
  abstract lock(): Promise<readonly Limit[]>;
  abstract add(limit: Limit): Promise<void>;
  abstract replace(limit: Limit): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

/** What a transfer uses of a limit. */
export interface CountedTransfer {
  readonly transfer_id: string;
  readonly amount: bigint;
  readonly limit_id: string;
  readonly window: LimitWindow;
  readonly subject: string;
  readonly bucket: Date;
}

/** What is used of a limit at an instant. */
export interface CurrentUsage extends Usage {
  /** The first bucket of the window that something is counted in. */
  readonly first: Date;
}

/** What is used of limits. Everything happens in the current unit of work. */
export abstract class LimitUsage {
  /**
   * Counts transfers. Returns what is used in the window now, by limit and subject. Until the unit of work ends, no other
   * counts on the same.
   */
  abstract add(counted: readonly CountedTransfer[]): Promise<ReadonlyMap<UsageKey, Usage>>;
  /** Takes off what was counted in the same unit of work. */
  abstract takeOff(counted: readonly CountedTransfer[]): Promise<void>;
  /** Takes off what transfers have used of which nothing was handed over. */
  abstract giveBack(transferIds: readonly string[]): Promise<void>;
  /** What subjects have used of limits at an instant. */
  abstract read(
    of: readonly { readonly limit: Limit; readonly subject: string }[],
    at: Date,
  ): Promise<ReadonlyMap<UsageKey, CurrentUsage>>;
}

export interface OriginatorCounts extends DebitCounts {
  readonly originator: string;
}

/** Debits and their returns by originator and day. Everything happens in the current unit of work. */
export abstract class DebitDays {
  /** Adds to the days. */
  abstract change(days: readonly DebitDay[]): Promise<void>;
  /** Of days, both included; of these originators, or of all; by originator. */
  abstract sum(
    days: { readonly from: BankingDate; readonly to: BankingDate },
    originators?: readonly string[],
  ): Promise<readonly OriginatorCounts[]>;
}

/** Entries that verify accounts. The enterprise is the originator of all of them. In the current unit of work. */
export abstract class VerificationEntries {
  /** Those handed over on these days, both included. */
  abstract count(days: { readonly from: BankingDate; readonly to: BankingDate }): Promise<VerificationCounts>;
}

/** Whose money subledgers hold. In the current unit of work. */
export abstract class SubledgerOwners {
  /** The customer references of these subledgers; those of the enterprise itself are not among them. */
  abstract customersOf(subledgerIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** What events have told about the return rates of an originator. */
export interface ToldRates {
  readonly originator: string;
  /** The resource of the events. */
  readonly id: string;
  readonly states: ReturnRateStates;
  /** Counts the events. */
  readonly sequence: number;
}

/** What events have told about return rates. Everything happens in the current unit of work. */
export abstract class ToldReturnRates {
  /** Of these originators, or of all; nothing was told yet of those that are not in the answer. */
  abstract find(originators?: readonly string[]): Promise<ReadonlyMap<string, ToldRates>>;
  /** As `find`. Until the unit of work ends, no other tells of them. */
  abstract lock(originators: readonly string[]): Promise<ReadonlyMap<string, ToldRates>>;
  /** Writes what is told now, with its events. */
  abstract save(
    told: readonly { readonly told: ToldRates; readonly rates: ReturnRatesView }[],
    now: Date,
  ): Promise<void>;
}

export type AccountVersion = `${string}/${number}`;

/** What is known about past payments. In the current unit of work. */
export abstract class PaymentFacts {
  /** When these were first paid to, however often they were since. */
  abstract firstPaid(payees: readonly VersionedAccount[]): Promise<ReadonlyMap<AccountVersion, Date>>;
  /** Adds to the totals of a day, by subject. Returns the new totals. */
  abstract addToDay(day: BankingDate, amounts: ReadonlyMap<string, DayTotal>): Promise<ReadonlyMap<string, DayTotal>>;
  /** The totals of a day, by subject, of those that have any. */
  abstract ofDay(day: BankingDate, subjects: readonly string[]): Promise<ReadonlyMap<string, DayTotal>>;
}

/** A transfer as it was when the gate judged it. */
export interface PastTransfer {
  readonly id: string;
  readonly transfer_reference_id: string;
  readonly amount: bigint;
  readonly use_case: string;
  readonly speed: string;
  readonly origin: string;
  readonly created_by: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: Date;
  /** null without a payee. */
  readonly account_id: string | null;
  /** When the same details of the account were first paid to before. */
  readonly first_paid_at: Date | null;
  /** Of the New York day, up to and with this transfer. */
  readonly payee_day: DayTotal;
  readonly enterprise_day: DayTotal;
}

/** The transfers of the tenant that were made. In the current unit of work. */
export abstract class PastTransfers {
  /** At most so many that were created at or after an instant, the newest first. */
  abstract newest(most: number, since: Date): Promise<readonly PastTransfer[]>;
}

/** The enabled portal users of the tenant. In the current unit of work. */
export abstract class ApproverDirectory {
  abstract all(): Promise<readonly ApproverFacts[]>;
}
