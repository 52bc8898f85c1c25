import { saysNothing } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Instruction } from '@payments/transfers';
import { isInstant } from '../domain/probe.js';
import type { ProbeState } from '../domain/probe.js';
import { digitsOf, numbersOf } from '../domain/verify-account-state.js';
import type { VerifyAccountState } from '../domain/verify-account-state.js';

/** Nacha: the company entry description of a micro-entry. */
const DESCRIPTION = 'ACCTVERIFY';
/** The company name of an ACH batch; with a code, ten characters of the name, a blank, `#` and the code. */
const NAME_LENGTH = 16;
const NAME_LENGTH_WITH_CODE = 10;
const FORBIDDEN = /[^A-Za-z0-9 .,/&#-]/g;

/** A probe as it is submitted. `code` is that of a control probe. */
export function toInstruction(account: VerifyAccountState, probe: ProbeState, code?: string): Instruction {
  const { end_to_end_id, side, rail, amount, window_at, effective_date, settles_at } = probe;
  const name = nameOf(account.sender_name ?? workContext.tenant().enterpriseName);
  const marked = code === undefined ? '' : ` #${code}`;
  const text = isInstant(rail)
    ? { descriptor: `${DESCRIPTION}${marked}`, statement_display_name: name.slice(0, NAME_LENGTH).trimEnd() }
    : { descriptor: DESCRIPTION, statement_display_name: companyName(name, marked) };
  return {
    ...{ end_to_end_id, side, rail, amount, window_at, effective_date, settles_at },
    use_case: side === 'source' ? 'direct_debit' : 'payout',
    purpose: amount === 0n ? 'prenote' : 'account_verification',
    routing_number: account.routing_number,
    account_number: digitsOf(numbersOf(account).account_number),
    account_type: 'checking',
    account_holder_name: account.account_holder_name,
    party: account.business === null ? 'person' : 'business',
    customer_reference: null,
    address: null,
    ...text,
  };
}

// The code stands behind a name of fixed length, so that it is found in the same place on every statement.
function companyName(name: string, marked: string): string {
  if (marked === '') return name.slice(0, NAME_LENGTH).trimEnd();
  return `${name.slice(0, NAME_LENGTH_WITH_CODE).trimEnd()}${marked}`;
}

function nameOf(text: string): string {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(FORBIDDEN, ' ').replace(/ +/g, ' ').trim();
  return saysNothing(folded) ? 'VERIFICATION' : folded;
}
