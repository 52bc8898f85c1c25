import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import type { AccountState, ExternalAccount } from '../domain/external-account.js';
import type { AccountStatus, VerificationOutcome } from '../domain/account-status.js';
import type { ShownAccount } from './account.view.js';

/** An account with the id of its owner: a customer or the enterprise. */
export interface OwnedAccount {
  readonly account: ExternalAccount;
  readonly ownerId: string;
}

/** Which accounts a list shows: created at or after `start_time` and before `end_time`, and in one of the statuses. */
export interface AccountFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly AccountStatus[];
  readonly account_reference_id?: string;
  readonly customer_reference_id?: string;
}

/** The external accounts of the tenant. Everything happens in the current unit of work. */
export abstract class ExternalAccounts {
  /** @throws DomainError duplicate_account_reference_id, duplicate_account_details */
  abstract add(owned: OwnedAccount): Promise<void>;

  /** `forUpdate` keeps other writers out until the end of the unit of work. An id that is not a UUID matches nothing. */
  abstract find(id: string, options?: { readonly forUpdate: boolean }): Promise<ExternalAccount | undefined>;

  abstract findByReference(
    accountReferenceId: string,
    options?: { readonly forUpdate: boolean },
  ): Promise<ExternalAccount | undefined>;

  /** The accounts that exist. */
  abstract findAll(ids: readonly string[], options?: { readonly forUpdate: boolean }): Promise<ExternalAccount[]>;

  /** Saves an account that was found for update, its details included. @throws DomainError duplicate_account_details */
  abstract replace(owned: OwnedAccount): Promise<void>;

  /** Saves the status of accounts that were found for update. */
  abstract saveStatus(accounts: readonly ExternalAccount[]): Promise<void>;

  /** Saves the corrections of accounts that were found for update. */
  abstract saveCorrections(accounts: readonly ExternalAccount[]): Promise<void>;

  /** Only the fields of an account that are shown. An id that is not a UUID matches nothing. */
  abstract read(id: string): Promise<ShownAccount | undefined>;

  /** The fields that are shown, newest first. */
  abstract list(filter: AccountFilter): Promise<Page<ShownAccount>>;
}

/** Finds out whether accounts can be paid to. Called outside of any transaction; may be called twice. */
export abstract class AccountVerifier {
  /** Outcomes by account id. An account without an outcome stays `created`. */
  abstract verify(accounts: readonly AccountState[]): Promise<ReadonlyMap<string, VerificationOutcome>>;
}

/** One version of an account's details: transfers accepted with it are paid to it. */
export interface AccountVersion {
  readonly account_id: string;
  readonly details_version: number;
}

/** An address in the United States, as the customer sent it. */
export interface HolderAddress {
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  /** The USPS code. */
  readonly state: string;
  readonly country: string;
  readonly zip5: string;
}

export interface AccountDetails extends AccountVersion {
  readonly account_type: 'checking' | 'savings';
  readonly routing_number: string;
  /** Digits only. */
  readonly account_number: string;
  readonly account_holder_name: string;
  /** Whose account it was in this version; null where a process of an earlier release did not record it. */
  readonly customer_reference_id: string | null;
  readonly customer_resource_type: AccountState['customer_resource_type'];
  /** The present address of that customer; null if none is known, as for the enterprise itself. */
  readonly address: HolderAddress | null;
}

/** Reads account numbers in the clear, to submit transfers to a network. */
export abstract class AccountDetailsReader {
  /** The versions that exist, in no particular order, in the current unit of work. */
  abstract at(versions: readonly AccountVersion[]): Promise<AccountDetails[]>;
}

/** A version of the details of an account as people may see it. */
export interface ShownVersion extends Omit<AccountDetails, 'address'> {
  readonly customer_reference_id: string;
  /** The last four digits. */
  readonly account_number: string;
  /** Equal for equal account numbers of the enterprise. It says nothing else about them. */
  readonly fingerprint: string;
  readonly created_at: Date;
  /** A client id or the name of a portal user; null if it was not recorded. */
  readonly created_by: string | null;
}

/** An account today, with what became of its details. */
export interface AccountHistory {
  readonly account_id: string;
  readonly status: AccountStatus;
  readonly current: ShownVersion;
  /** The newest first, at most twenty. */
  readonly recent: readonly ShownVersion[];
}

/** The versions of accounts, without whole numbers. In the current unit of work. */
export abstract class AccountVersions {
  /** The versions that exist, in no particular order. */
  abstract at(versions: readonly AccountVersion[]): Promise<ShownVersion[]>;
  /** With the versions made since an instant, by account id. */
  abstract histories(accountIds: readonly string[], since: Date): Promise<ReadonlyMap<string, AccountHistory>>;
}
