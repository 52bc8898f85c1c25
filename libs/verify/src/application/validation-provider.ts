import type { OwnershipStatus, VerificationStatus, VerificationType } from '../domain/statuses.js';
import type { Rail } from '../domain/probe.js';
import type { Matches, ProviderName, VerifyAccountState } from '../domain/verify-account-state.js';

/** What is asked about an account: what it is, or whose it is. */
export type Question = 'status' | 'ownership';

/** An account as a provider sees it. */
export interface ExaminedAccount extends Pick<
  VerifyAccountState,
  'id' | 'routing_number' | 'account_holder_name' | 'person' | 'business' | 'identity_number'
> {
  /** Digits only. */
  readonly account_number: string;
  readonly type: VerificationType;
  /** The code that shows who controls it was not sent yet. */
  readonly needsCode: boolean;
  /** Rails that could not carry an earlier probe. */
  readonly triedRails: readonly Rail[];
}

/** What a provider says of an account. */
export type Finding =
  | { readonly kind: 'status'; readonly status: Exclude<VerificationStatus, 'pending'>; readonly reason?: string }
  | { readonly kind: 'probe'; readonly rail: Rail; readonly amount: 0n | 1n }
  | {
      readonly kind: 'ownership';
      readonly status: Exclude<OwnershipStatus, 'pending'>;
      readonly matches: Matches | null;
    };

/**
 * Answers a question about accounts, or asks to send a probe. Providers are asked one after the other. Asking twice must
 * change nothing. Called outside of any unit of work, for the current tenant.
 */
export abstract class ValidationProvider {
  abstract readonly name: ProviderName;
  /** By account id. An account that it says nothing about goes on to the next provider. */
  abstract examine(question: Question, accounts: readonly ExaminedAccount[]): Promise<ReadonlyMap<string, Finding>>;
}

/** The providers of VERIFY_PROVIDERS, in their order. */
export abstract class ValidationProviders {
  abstract readonly all: readonly ValidationProvider[];
}
