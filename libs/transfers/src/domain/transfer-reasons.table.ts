/** Who can do something about it: the client of this service, its operator, or somebody at the other end. */
export const actors = ['client', 'account_holder', 'bank', 'operator', 'nobody'] as const;
export type Actor = (typeof actors)[number];

/**
 * no: such a transfer would meet the same end, or pay twice · later: the same transfer may go through at another time ·
 * after_correction: once what the message asks for is done, as a new transfer.
 */
export const retries = ['no', 'later', 'after_correction'] as const;
export type Retry = (typeof retries)[number];

export interface ReasonMeaning {
  /** What to do about it, for the person who reads the status. */
  readonly message: string;
  /** What has happened. */
  readonly meaning: string;
  readonly who_acts: Actor;
  readonly try_again: Retry;
}

/** Every reason a transfer may give. */
export const transferReasons = {
  account_not_verified: {
    message: 'The account or its customer was not verified; correct its data and send a new transfer',
    meaning: 'A party of the transfer was rejected or restricted, or its verification did not end in time',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  blocked_account: {
    message: 'The bank has blocked the account; the account holder must ask the bank',
    meaning: 'The account is frozen, by its bank or by order of a court or an authority, and moves no money',
    who_acts: 'account_holder',
    try_again: 'after_correction',
  },
  canceled_transfer: {
    message: 'The transfer was canceled before it was sent; send a new one if it is wanted after all',
    meaning: 'It was canceled on request, here or by the bank that sends for this service, and moved no money',
    who_acts: 'nobody',
    try_again: 'later',
  },
  closed_account: {
    message: 'The account is closed; ask for another one',
    meaning: 'The account was open once, and has been closed by its holder or the bank',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  debit_blocked: {
    message: 'The account holder has stopped this payment; ask the account holder before trying again',
    meaning: 'The bank has an order of the account holder not to pay this debit',
    who_acts: 'account_holder',
    try_again: 'after_correction',
  },
  deceased_party: {
    message: 'The account holder or payee is deceased; do not try again',
    meaning: 'The bank knows of the death of the account holder, the payee or who acts for them',
    who_acts: 'client',
    try_again: 'no',
  },
  duplicated_transfer: {
    message: 'The bank took the entry for a duplicate; check whether the first one arrived',
    meaning: 'An entry with the same data had reached the bank before',
    who_acts: 'client',
    try_again: 'no',
  },
  enterprise_insufficient_funds: {
    message: 'The balance with this service does not cover the transfer; add money and send a new one',
    meaning: 'The available balance of the enterprise was smaller than the amount when the transfer was to be paid',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  insufficient_funds: {
    message: 'The account has not enough money; try again later',
    meaning: 'The available balance of the debited account was smaller than the amount',
    who_acts: 'account_holder',
    try_again: 'later',
  },
  invalid_account: {
    message: 'The account number is wrong or of no account of this holder; correct the account',
    meaning: 'The bank finds no account with this number, or one of somebody else or of another type',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  invalid_amount: {
    message: 'The amount is not acceptable to the bank or the rail; change it',
    meaning: 'The amount is over a limit of the bank or of every rail that the speed allows, or of no valid form',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  invalid_field: {
    message: 'The bank found a field of the entry wrong; check names and descriptors',
    meaning: 'A name, an identification or another field is missing, misplaced or in a form that the bank refuses',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  invalid_routing: {
    message: 'The routing number is wrong or takes no such entries; correct the account',
    meaning: 'The routing number belongs to no bank, or to one that no longer keeps the account',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  notification_of_change_1: {
    message: 'Paid, but the account number has changed; correct the account before the next transfer',
    meaning: 'The bank tells the right account number for further entries (C01)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_2: {
    message: 'Paid, but the routing number has changed; correct the account before the next transfer',
    meaning: 'The bank tells the right routing number for further entries (C02)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_3: {
    message: 'Paid, but routing number and account number have changed; correct both before the next transfer',
    meaning: 'The bank tells the right routing number and account number for further entries (C03)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_4: {
    message: 'Paid, but the name of the account holder is another; correct it before the next transfer',
    meaning: 'The bank tells the right name for further entries (C04)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_5: {
    message: 'Paid, but the account is of another type; correct account_type before the next transfer',
    meaning: 'The bank tells the right transaction code for further entries: checking or savings (C05)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_6: {
    message: 'Paid, but account number and account type are others; correct both before the next transfer',
    meaning: 'The bank tells the right account number and transaction code for further entries (C06)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_7: {
    message: 'Paid, but routing number, account number and type are others; correct all before the next transfer',
    meaning: 'The bank tells the right routing number, account number and transaction code for further entries (C07)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_9: {
    message: 'Paid, but the identification of the receiver is another; correct it before the next transfer',
    meaning: 'The bank tells the right individual identification number for further entries (C09)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_13: {
    message: 'Paid, but the addenda of the entry had a wrong format; the operator must correct how they are made',
    meaning: 'The bank could read the entry, but not the addenda records that came with it (C13)',
    who_acts: 'operator',
    try_again: 'no',
  },
  regulatory_error: {
    message: 'The bank refused for legal reasons; ask the account holder to contact the bank',
    meaning: 'A law, a rule of an authority or a limit of what the bank takes part in forbids the entry',
    who_acts: 'account_holder',
    try_again: 'after_correction',
  },
  unauthorized_transfer: {
    message: 'The account holder says the debit was not authorised; do not debit again without a new consent',
    meaning: 'The account holder disputes the consent to the debit, has revoked it, or it was of another kind',
    who_acts: 'client',
    try_again: 'no',
  },
  unavailable_financial_institution: {
    message: 'The bank cannot be reached; try again later',
    meaning: 'The bank or its network is down, signed off or does not settle',
    who_acts: 'bank',
    try_again: 'later',
  },
  unexpected_error: {
    message: 'The transfer failed for a reason the network did not explain; ask the operator before trying again',
    meaning: 'The network gave no code, or one that tells nothing about the parties; the operator can look it up',
    who_acts: 'operator',
    try_again: 'after_correction',
  },
  unsupported_transfer: {
    message: 'The account takes no transfers of this kind; use another account or speed',
    meaning: 'The account, its holder or its bank takes no such entries, though the account exists',
    who_acts: 'client',
    try_again: 'after_correction',
  },
} as const satisfies Readonly<Record<string, ReasonMeaning>>;

export type TransferReasonCode = keyof typeof transferReasons;
