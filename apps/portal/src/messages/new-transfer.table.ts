/** Texts of payments that several pages show. */
export const newTransfer = {
  'useCase.payout': 'Pay out',
  'useCase.direct_debit': 'Collect',
  'useCase.account_to_account': 'Account to account',
  'newTransfer.amount': 'Amount in dollars',
  'newTransfer.referenceHint': 'Your own name for it. It must be new.',
  'amount.missing': 'Enter an amount.',
  'amount.not_an_amount': 'Enter an amount such as 1,250.00.',
  'amount.too_many_decimals': 'An amount has at most two decimals.',
  'amount.not_positive': 'Enter an amount above zero.',
  'amount.too_much': 'This is more than one transfer can carry.',
  'review.typeAmount': 'Type the amount once more',
} as const;
