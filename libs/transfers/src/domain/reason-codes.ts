export type Rail = 'ach' | 'same_day_ach' | 'rtp' | 'fednow';

/** Why a transfer is where it is, as the interface tells it. */
export interface StatusReason {
  readonly reason_code: TransferReasonCode;
  readonly reason_code_message: string;
  readonly network_reason_code?: string;
  readonly network_reason_code_rail_type?: 'ach' | 'rtp' | 'fednow';
}

/** Reasons by the party they are about. */
export interface StatusReasons {
  readonly source?: StatusReason;
  readonly destination?: StatusReason;
}

/** Every reason a transfer may give, with a text that a person can act on. */
export const transferReasons = {
  account_not_verified: 'The account or its customer was not verified; correct its data and send a new transfer',
  blocked_account: 'The bank has blocked the account; the account holder must ask the bank',
  canceled_transfer: 'The transfer was canceled before it was sent',
  closed_account: 'The account is closed; ask for another one',
  debit_blocked: 'The account holder has stopped this payment; ask the account holder before trying again',
  deceased_party: 'The account holder or payee is deceased; do not try again',
  duplicated_transfer: 'The bank took the entry for a duplicate; check whether the first one arrived',
  insufficient_funds: 'The account has not enough money; try again later',
  invalid_account: 'The account number is wrong or of no account of this holder; correct the account',
  invalid_amount: 'The amount is not acceptable to the bank or the rail; change it',
  invalid_field: 'The bank found a field of the entry wrong; check names and descriptors',
  invalid_routing: 'The routing number is wrong or takes no such entries; correct the account',
  regulatory_error: 'The bank refused for legal reasons; ask the account holder to contact the bank',
  unauthorized_transfer:
    'The account holder says the debit was not authorised; do not debit again without a new consent',
  unavailable_financial_institution: 'The bank cannot be reached; try again later',
  unexpected_error: 'The transfer failed for a reason the network did not explain',
  unsupported_transfer: 'The account takes no transfers of this kind; use another account or speed',
} as const;

export type TransferReasonCode = keyof typeof transferReasons;

/** Codes of Nacha returns (R…) and ISO 20022 rejects, by the reason they mean. All others are unexpected_error. */
const NETWORK_CODES: Readonly<Partial<Record<TransferReasonCode, string>>> = {
  insufficient_funds: 'R01 R09 AM04',
  closed_account: 'R02 AC04 AC07',
  invalid_account: 'R03 R04 AC03 AC14 BE06',
  unauthorized_transfer: 'R05 R07 R10 R11 R29',
  canceled_transfer: 'R06',
  debit_blocked: 'R08',
  invalid_routing: 'R12 R13 R28 RC04',
  deceased_party: 'R14 R15 MD07',
  blocked_account: 'R16 AC06',
  invalid_field: 'R17 R21 R22 R25 R26 BE04 FF02',
  invalid_amount: 'R19 AM02 AM09 AM12 AM13 AM14',
  duplicated_transfer: 'R24 AM05 DUPL',
  unsupported_transfer: 'R20 R23 R31 R35 R36 AG01 AG03 NOAT',
  unavailable_financial_institution: 'R32 9910 9912 9948 AB08 DS24',
  regulatory_error: 'R34 R90 RR04',
};

const REASON_OF = new Map<string, TransferReasonCode>(
  Object.entries(NETWORK_CODES).flatMap(([reason, codes]) =>
    codes.split(' ').map((code): [string, TransferReasonCode] => [code, reason as TransferReasonCode]),
  ),
);

export function reason(code: TransferReasonCode): StatusReason {
  return { reason_code: code, reason_code_message: transferReasons[code] };
}

/** The reason that a network's code means. A processor's own refusal comes without a network code. */
export function networkReason(networkCode: string | null, rail: Rail): StatusReason {
  if (networkCode === null) return reason('invalid_account');
  return {
    ...reason(REASON_OF.get(networkCode) ?? 'unexpected_error'),
    network_reason_code: networkCode,
    network_reason_code_rail_type: rail === 'rtp' || rail === 'fednow' ? rail : 'ach',
  };
}
