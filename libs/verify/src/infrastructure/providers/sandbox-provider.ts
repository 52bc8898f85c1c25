import { ValidationProvider } from '../../application/validation-provider.js';
import type { ExaminedAccount, Finding, Question } from '../../application/validation-provider.js';
import { ownershipOf } from '../../domain/ownership.js';
import type { Matches } from '../../domain/verify-account-state.js';

/** By the name of the account holder, in lower case. */
const STATUSES: ReadonlyMap<string, Finding> = new Map([
  ['closed', { kind: 'status', status: 'closed', reason: 'closed_account' }],
  ['invalid', { kind: 'status', status: 'invalid', reason: 'invalid_account' }],
  ['failed', { kind: 'status', status: 'failed', reason: 'unsupported_transfer' }],
]);
const VALID: Finding = { kind: 'status', status: 'valid' };

/** In the sandbox, names decide: of the account holder, and of the claimed owner. All others are valid and match. */
export class SandboxProvider extends ValidationProvider {
  readonly name = 'sandbox';

  examine(question: Question, accounts: readonly ExaminedAccount[]): Promise<ReadonlyMap<string, Finding>> {
    const findingOf = question === 'status' ? statusOf : ownerOf;
    return Promise.resolve(new Map(accounts.map((account) => [account.id, findingOf(account)])));
  }
}

function statusOf({ account_holder_name }: ExaminedAccount): Finding {
  return STATUSES.get(account_holder_name.toLowerCase()) ?? VALID;
}

function ownerOf({ person, business, identity_number }: ExaminedAccount): Finding {
  const [claim, deciding, number] =
    person === null
      ? ([business ?? {}, business?.business_name, 'tax_id'] as const)
      : ([person, person.last_name, 'ssn'] as const);
  const name = deciding?.toLowerCase() ?? '';
  if (name === 'notfound') return { kind: 'ownership', status: 'not_found', matches: null };
  const given = [...Object.keys(claim), ...(identity_number === null ? [] : [number])];
  const isSame = (field: string) => name !== 'nomatch' && !(name === 'partial' && field !== 'first_name');
  const matches: Matches = Object.fromEntries(given.map((field) => [field, isSame(field)]));
  // A business has no name to match in part; its number or phone differs.
  const partial = name === 'partial' && person === null ? { ...matches, business_name: true } : matches;
  return { kind: 'ownership', status: name === 'partial' ? 'partial' : ownershipOf(partial), matches: partial };
}
