/** What the reader of BAI2 files demands. A file that breaks a rule is refused as a whole. */
export const bai2Rules = {
  record_code: 'A record begins with 01, 02, 03, 16, 49, 88, 98 or 99 and a comma.',
  record_order:
    'A file is 01, groups, 99; a group is 02, accounts, 98; an account is 03, transactions, 49; 88 continues.',
  record_length: 'A record has at most 20000 characters with its continuations.',
  record_missing: 'A file ends with 99.',
  field_number: 'A count or an amount has digits only, at most 15; a balance may have a sign.',
  field_date: 'A date is a calendar date as YYMMDD.',
  type_code: 'A transaction has a code of three digits that is a credit or a debit.',
  funds_type: 'A funds type is 0, 1, 2, S, V, D, Z or nothing, with the fields that belong to it.',
  currency: 'Amounts are in USD.',
  group_status: 'A group is an update (1), a deletion (2), a correction (3) or a test (4).',
  record_count: 'The count of records agrees.',
  account_count: 'The count of accounts or groups agrees.',
  control_total: 'The amounts add up to the control total.',
} as const satisfies Readonly<Record<string, string>>;

export type Bai2Rule = keyof typeof bai2Rules;
