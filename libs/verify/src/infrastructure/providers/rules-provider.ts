import { isRoutingNumberOfABank } from '@payments/accounts';
import { ValidationProvider } from '../../application/validation-provider.js';
import type { ExaminedAccount, Finding, Question } from '../../application/validation-provider.js';

/** Refuses numbers that no account can have. All others go on to the next provider. */
export class RulesProvider extends ValidationProvider {
  readonly name = 'rules';

  examine(question: Question, accounts: readonly ExaminedAccount[]): Promise<ReadonlyMap<string, Finding>> {
    const findings = question === 'status' ? accounts.flatMap((account) => faultOf(account)) : [];
    return Promise.resolve(new Map(findings));
  }
}

function faultOf({ id, routing_number, account_number }: ExaminedAccount): [string, Finding][] {
  if (!isRoutingNumberOfABank(routing_number)) return [[id, invalid('invalid_routing')]];
  return isMadeUp(account_number) ? [[id, invalid('invalid_account')]] : [];
}

function invalid(reason: string): Finding {
  return { kind: 'status', status: 'invalid', reason };
}

/** One digit over and over: what people type to see what happens. */
function isMadeUp(digits: string): boolean {
  return digits.length < 4 || digits.length > 17 || /^(\d)\1+$/.test(digits);
}
