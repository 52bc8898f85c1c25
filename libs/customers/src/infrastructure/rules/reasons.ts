import type { ReasonCode, StatusReason } from '../../domain/customer-status.js';

/** The codes of these rules, each with what the client can do about it. */
const messages = {
  incomplete_address: 'The address has no street, city, state or ZIP code. Send the complete address.',
  incomplete_dob: 'The date of birth is incomplete. Send it as YYYY-MM-DD.',
  incomplete_ssn: 'The Social Security number has fewer than 9 digits. Send all 9 digits.',
  incomplete_tax_id: 'The tax id has fewer than 9 digits, or its type is missing. Send both tax_id and tax_id_type.',
  ineligible_age: 'A person must be at least 18 and under 100 years old. Correct date_of_birth if it is wrong.',
  invalid_address_type:
    'The address must be the home address of a person or the legal address of a business. Correct the address and its type.',
  invalid_dob: 'The date of birth is not a valid date in the past. Correct date_of_birth.',
  invalid_name: 'A name has no letters. Send the full legal name.',
  invalid_ssn: 'The number is never issued as an SSN or ITIN. Correct social_security_number.',
  invalid_tax_id: 'The number is never issued as a tax id of this type. Correct tax_id or tax_id_type.',
  matched_alertlist:
    'The name is similar to a name on an alert list. Correct the name if it is misspelled, or ask support for a review.',
  matched_watchlist: 'The name is similar to a name on a watch list. Ask support for a review.',
} as const satisfies Partial<Record<ReasonCode, string>>;

export type RulesReasonCode = keyof typeof messages;

export function reason(reason_code: RulesReasonCode): StatusReason {
  return { reason_code, reason_code_message: messages[reason_code] };
}
