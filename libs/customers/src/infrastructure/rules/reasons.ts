import type { ReasonCode, StatusReason } from '../../domain/customer-status.js';

/** The codes that these rules give, each with what the client can do about it. */
const messages = {
  incomplete_address: 'The address lacks its street, city, state or zip code; send the whole address',
  incomplete_dob: 'The date of birth is not a whole date; send it as YYYY-MM-DD',
  incomplete_ssn: 'The social security number has fewer than 9 digits; send all of them',
  incomplete_tax_id: 'The tax id has fewer than 9 digits, or has no type; send both in full',
  ineligible_age: 'A person must be at least 18 and under 100 years old; correct date_of_birth if it is wrong',
  invalid_address_type: 'The address must be the home of a person, or the legal address of a business; send it as such',
  invalid_dob: 'The date of birth is no past day of the calendar; correct date_of_birth',
  invalid_name: 'A name holds no letters; send the full legal name',
  invalid_ssn: 'The number is one that is never issued as an SSN or ITIN; correct social_security_number',
  invalid_tax_id: 'The number is one that is never issued as a tax id of its type; correct tax_id or tax_id_type',
  matched_alertlist:
    'The name is like one on an alert list; correct it if it is misspelt, else ask support for a review',
  matched_watchlist: 'The name is like one on a watch list; ask support for a review',
} as const satisfies Partial<Record<ReasonCode, string>>;

export type RulesReasonCode = keyof typeof messages;

export function reason(reason_code: RulesReasonCode): StatusReason {
  return { reason_code, reason_code_message: messages[reason_code] };
}
