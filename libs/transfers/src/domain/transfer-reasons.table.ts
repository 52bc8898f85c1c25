/** Who can act: the client, the operator, the account holder or the bank. */
export const actors = ['client', 'account_holder', 'bank', 'operator', 'nobody'] as const;
export type Actor = (typeof actors)[number];

/**
 * no: such a transfer would meet the same end, or pay twice · later: the same transfer may go through at another time ·
 * after_correction: as a new transfer, after the correction that the message asks for.
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
    message: 'The account or its customer is not verified. Correct its data and create a new transfer.',
    meaning: 'A party of the transfer was rejected or restricted, or its verification did not finish in time',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  approval_expired: {
    message: 'Nobody approved the transfer in time. Create a new transfer if it is still needed.',
    meaning: 'The transfer needed approvals of the enterprise, and did not get them before they expired',
    who_acts: 'client',
    try_again: 'later',
  },
  approval_rejected: {
    message: 'A user of the enterprise rejected the transfer. Ask the user before you try again.',
    meaning: 'The transfer needed approvals of the enterprise, and a user who may approve it rejected it',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  blocked_account: {
    message: 'The bank has blocked the account. The account holder must contact the bank.',
    meaning: 'The account is frozen by its bank, or by order of a court or an authority',
    who_acts: 'account_holder',
    try_again: 'after_correction',
  },
  canceled_transfer: {
    message: 'The transfer was canceled before it was sent. Create a new transfer if it is still needed.',
    meaning: 'The transfer was canceled by the client, the operator or the originating bank, and moved no money',
    who_acts: 'nobody',
    try_again: 'later',
  },
  closed_account: {
    message: 'The account is closed. Ask the account holder for another account.',
    meaning: 'The account was closed by its holder or the bank',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  debit_blocked: {
    message: 'The account holder has stopped this payment. Ask the account holder before you try again.',
    meaning: 'The account holder has ordered the bank not to pay this debit',
    who_acts: 'account_holder',
    try_again: 'after_correction',
  },
  deceased_party: {
    message: 'The account holder or payee is deceased. Do not try again.',
    meaning: 'The bank was notified of the death of the account holder, the payee or their representative',
    who_acts: 'client',
    try_again: 'no',
  },
  duplicated_transfer: {
    message: 'The bank treated the payment as a duplicate. Check whether the first payment arrived.',
    meaning: 'The bank had already received an entry with the same data',
    who_acts: 'client',
    try_again: 'no',
  },
  enterprise_insufficient_funds: {
    message: 'The balance of the enterprise does not cover the transfer. Add money and create a new transfer.',
    meaning: 'The available balance of the enterprise was lower than the amount when the transfer was due to be paid',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  insufficient_funds: {
    message: 'The account has insufficient funds. Try again later.',
    meaning: 'The available balance of the debited account was lower than the amount',
    who_acts: 'account_holder',
    try_again: 'later',
  },
  invalid_account: {
    message: 'The account number is wrong, or the account does not belong to this holder. Correct the account.',
    meaning: 'The bank finds no account with this number, or the account has another holder or type',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  invalid_amount: {
    message: 'The bank or the rail does not accept the amount. Change the amount.',
    meaning: 'The amount is over a limit of the bank or of every rail that the speed allows, or has an invalid format',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  invalid_field: {
    message: 'The bank rejected a field of the payment. Check the names and statement descriptors.',
    meaning: 'A name, an identification or another field is missing, misplaced or in a format that the bank rejects',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  invalid_routing: {
    message: 'The routing number is wrong or does not accept this kind of payment. Correct the account.',
    meaning: 'The routing number does not belong to a bank, or the bank no longer holds the account',
    who_acts: 'client',
    try_again: 'after_correction',
  },
  limit_exceeded: {
    message: 'The transfer exceeds a limit of the enterprise. Try again later, or with a smaller amount.',
    meaning: 'The enterprise limits how much is paid, or how often, in a window of time, and the transfer exceeds that',
    who_acts: 'client',
    try_again: 'later',
  },
  notification_of_change_1: {
    message: 'Paid, but the account number has changed. Correct the account before the next transfer.',
    meaning: 'The bank reports the correct account number for future entries (C01)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_2: {
    message: 'Paid, but the routing number has changed. Correct the account before the next transfer.',
    meaning: 'The bank reports the correct routing number for future entries (C02)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_3: {
    message: 'Paid, but the routing number and account number have changed. Correct both before the next transfer.',
    meaning: 'The bank reports the correct routing number and account number for future entries (C03)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_4: {
    message: 'Paid, but the name of the account holder is different. Correct it before the next transfer.',
    meaning: 'The bank reports the correct name for future entries (C04)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_5: {
    message: 'Paid, but the account has another type. Correct account_type before the next transfer.',
    meaning: 'The bank reports the correct transaction code for future entries: checking or savings (C05)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_6: {
    message: 'Paid, but the account number and account type have changed. Correct both before the next transfer.',
    meaning: 'The bank reports the correct account number and transaction code for future entries (C06)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_7: {
    message:
      'Paid, but the routing number, account number and account type have changed. Correct all three before the next transfer.',
    meaning:
      'The bank reports the correct routing number, account number and transaction code for future entries (C07)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_9: {
    message: 'Paid, but the identification of the receiver is different. Correct it before the next transfer.',
    meaning: 'The bank reports the correct individual identification number for future entries (C09)',
    who_acts: 'client',
    try_again: 'no',
  },
  notification_of_change_13: {
    message: 'Paid, but the addenda records had a wrong format. The operator must correct how they are generated.',
    meaning: 'The bank could read the entry, but not its addenda records (C13)',
    who_acts: 'operator',
    try_again: 'no',
  },
  regulatory_error: {
    message: 'The bank rejected the payment for legal reasons. Ask the account holder to contact the bank.',
    meaning: 'A law, a regulation or a limit on the participation of the bank forbids the entry',
    who_acts: 'account_holder',
    try_again: 'after_correction',
  },
  return_rate_exceeded: {
    message: 'Too many debits of the enterprise were returned. Create new debits once its return rate has fallen.',
    meaning: 'The return rate of the originator is above a limit of Nacha, and the enterprise stops debits then',
    who_acts: 'client',
    try_again: 'later',
  },
  suspected_fraud: {
    message: 'The bank suspects fraud. Find out who asked for the payment, and do not repeat it as it is.',
    meaning: 'The receiving bank returned the entry as questionable: it may have been started under false pretenses',
    who_acts: 'client',
    try_again: 'no',
  },
  unauthorized_transfer: {
    message:
      'The account holder says that the debit was not authorized. Do not debit again without a new authorization.',
    meaning: 'The account holder disputes or has revoked the authorization, or it covered another kind of debit',
    who_acts: 'client',
    try_again: 'no',
  },
  unavailable_financial_institution: {
    message: 'The bank cannot be reached. Try again later.',
    meaning: 'The bank or its network is down, is signed off or does not settle',
    who_acts: 'bank',
    try_again: 'later',
  },
  unexpected_error: {
    message:
      'The transfer failed for a reason that the network did not explain. Ask the operator before you try again.',
    meaning: 'The network gave no code, or a code that says nothing about the parties; the operator can look it up',
    who_acts: 'operator',
    try_again: 'after_correction',
  },
  unsupported_transfer: {
    message: 'This kind of transfer is not possible for the account. Use another account or speed.',
    meaning:
      'The account or its bank does not accept this kind of entry, or the bank of the enterprise does not offer it',
    who_acts: 'client',
    try_again: 'after_correction',
  },
} as const satisfies Readonly<Record<string, ReasonMeaning>>;

export type TransferReasonCode = keyof typeof transferReasons;

export const transferReasonCodes = Object.keys(transferReasons) as TransferReasonCode[];
