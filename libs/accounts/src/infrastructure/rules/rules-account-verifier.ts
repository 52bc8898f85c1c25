import type { AccountVerifier } from '../../application/ports.js';
import { statusReason } from '../../domain/account-status.js';
import type { StatusReason, VerificationOutcome } from '../../domain/account-status.js';
import type { AccountState } from '../../domain/external-account.js';
import { isRoutingNumberOfABank } from './routing-number.js';

const VERIFIED: VerificationOutcome = { status: 'verified', reasons: [] };

const INVALID_ROUTING: StatusReason = {
  reason_code: 'invalid_routing',
  reason_code_message: 'The routing number does not belong to a bank. Correct routing_number.',
};

/** The built-in verification: it rejects an account with an invalid routing number, or with a number of only zeros. */
export class RulesAccountVerifier implements AccountVerifier {
  verify(accounts: readonly AccountState[]): Promise<ReadonlyMap<string, VerificationOutcome>> {
    return Promise.resolve(new Map(accounts.map((account) => [account.id, outcomeOf(account)])));
  }
}

function outcomeOf({ routing_number, account_number }: AccountState): VerificationOutcome {
  if (!isRoutingNumberOfABank(routing_number)) return { status: 'rejected', reasons: [INVALID_ROUTING] };
  return /[1-9]/.test(account_number) ? VERIFIED : { status: 'rejected', reasons: [statusReason('invalid_account')] };
}
