import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { ProbeState } from '../domain/probe.js';
import type { ControlStatus, DebitStatus, OwnershipStatus, VerificationStatus } from '../domain/statuses.js';
import type { VerifyAccountChanges, VerifyAccountState } from '../domain/verify-account-state.js';
import type { VerifyAccount } from '../domain/verify-account.js';

/** Routing and account number. */
export interface Numbers {
  readonly routing_number: string;
  readonly account_number: string;
}

/** Which verifications to list: created at or after `start_time` and before `end_time`, each in one of the statuses. */
export interface VerificationFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly id?: string;
  readonly verification_status?: readonly VerificationStatus[];
  readonly ownership_status?: readonly OwnershipStatus[];
  readonly control_status?: readonly ControlStatus[];
  readonly debit_status?: readonly DebitStatus[];
}

export interface ChangedAccount {
  readonly account: VerifyAccount;
  readonly changes: VerifyAccountChanges;
}

/** How often an account was asked about. */
export interface Usage {
  readonly verifications: number;
  readonly debitChecks: number;
}

/** The verifications of the tenant. Everything happens in the current unit of work. */
export abstract class VerifyAccounts {
  abstract add(account: VerifyAccountState): Promise<void>;
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<VerifyAccountState | undefined>;
  abstract list(filter: VerificationFilter): Promise<Page<VerifyAccountState>>;
  /** Newest first, at most 100. */
  abstract search(numbers: Numbers): Promise<VerifyAccountState[]>;
  /** Locks and loads verifications with their probes, in the order of their ids. */
  abstract lock(
    by: { readonly ids: readonly string[] } | { readonly probeIds: readonly string[] },
  ): Promise<VerifyAccount[]>;
  /** As `lock`, without locking. */
  abstract load(ids: readonly string[]): Promise<VerifyAccount[]>;
  /** Writes state, probes and events. `VerifySteps` also writes what follows. */
  abstract save(changed: readonly ChangedAccount[]): Promise<void>;
  /** Of an account since then. Waits for other units of work that count the same one. */
  abstract usage(numbers: Numbers, since: Date): Promise<Usage>;
  /** The verifications of all accounts since then, counted up to `most`. */
  abstract countSince(since: Date, most: number): Promise<number>;
  /** The valid ones with the numbers of these external accounts, by external account. */
  abstract validOf(accountIds: readonly string[]): Promise<{ readonly account_id: string; readonly id: string }[]>;
}

/** Our records of probes, for reconciliation. In the current unit of work. */
export abstract class ProbeRecords {
  /** Submitted in the period, or due to settle in it but not settled. */
  abstract ofPeriod(period: { readonly from: Date; readonly to: Date }): Promise<ProbeState[]>;
  abstract ofIds(ids: readonly string[]): Promise<ProbeState[]>;
}

/** What became of earlier payments to an account. */
export interface PaymentHistory {
  /** Of the latest payment that arrived long enough ago; banking instant. */
  readonly settled_at: Date | null;
  /** Of the latest return or reject that is about the account. */
  readonly returned_at: Date | null;
  readonly returned_code: string | null;
}

/** Reads what the enterprise's own payments show. In the current unit of work. */
export abstract class PaymentHistories {
  /** Of payments that settled between the two banking instants, and of returns since the first. */
  abstract of(numbers: Numbers, settled: { readonly from: Date; readonly until: Date }): Promise<PaymentHistory>;
  /** Those of the external accounts with their details that were neither verified nor paid since `from`. */
  abstract notValidated(
    accounts: readonly { readonly account_id: string; readonly details_version: number }[],
    settled: { readonly from: Date; readonly until: Date; readonly verifiedSince: Date },
  ): Promise<string[]>;
}

/** Makes and compares statement codes. Only their hashes are stored. */
export abstract class StatementCodes {
  abstract make(): string;
  abstract hash(accountId: string, code: string): string;
  /** In constant time; upper and lower case are the same. */
  abstract matches(accountId: string, code: string, hash: string): boolean;
}
