import { Injectable } from '@nestjs/common';
import type { AccountVerifier } from '../../application/ports.js';
import { statusReason } from '../../domain/account-status.js';
import type { VerificationOutcome } from '../../domain/account-status.js';
import type { AccountState } from '../../domain/external-account.js';

const VERIFIED: VerificationOutcome = { status: 'verified', reasons: [] };

/** Outcomes by the name of the account holder, in lower case. */
const OUTCOMES: ReadonlyMap<string, VerificationOutcome> = new Map([
  ['rejected account', { status: 'rejected', reasons: [statusReason('invalid_account')] }],
  ['restricted account', { status: 'restricted', reasons: [statusReason('blocked_account')] }],
  ['closed account', { status: 'closed', reasons: [statusReason('closed_account')] }],
]);

/** Verification in the sandbox: a few names of account holders have a fixed outcome, all others are verified. */
@Injectable()
export class SandboxAccountVerifier implements AccountVerifier {
  verify(accounts: readonly AccountState[]): Promise<ReadonlyMap<string, VerificationOutcome>> {
    const outcomeOf = ({ account_holder_name }: AccountState) =>
      OUTCOMES.get(account_holder_name.toLowerCase()) ?? VERIFIED;
    return Promise.resolve(new Map(accounts.map((account) => [account.id, outcomeOf(account)])));
  }
}
