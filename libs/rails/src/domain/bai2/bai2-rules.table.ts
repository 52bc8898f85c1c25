/** What the reader of BAI2 files demands. A file that breaks a rule is refused as a whole. */
export const bai2Rules = {
  record_code: 'A record begins with 01, 02, 03, 16, 49, 88, 98 or 99 and a comma.',
  record_order:
    'A file is 01, groups, 99; a group is 02, accounts, 98; an account is 03, transactions, 49; 88 continues.',
  record_length: 'A record has at most 20000 characters with its continuations.',
  record_missing: 'A file ends with 99.',
  ambiguous_text: 'The controls say in one way only whether a slash in a text ends a record.',
  field_number: 'A count or an amount has digits only, at most 15 without leading zeros; an amount may have a sign.',
  field_date: 'A date is a calendar date as YYMMDD.',
  type_code: 'A type code has three digits, and each balance is stated once.',
  funds_type: 'A funds type is 0, 1, 2, S, V, D, Z or nothing, with the fields that belong to it.',
  currency: 'Amounts of the settlement account are in USD.',
  group_status: 'A group is an update (1), a deletion (2), a correction (3) or a test (4).',
  record_count: 'The count of records agrees, where it is stated.',
  account_count: 'The count of accounts or groups agrees, where it is stated.',
  control_total: 'The amounts add up to the control total, where it is stated.',
} as const satisfies Readonly<Record<string, string>>;

export type Bai2Rule = keyof typeof bai2Rules;

/** Rules that an operator may waive, by their names. None is of an amount. */
export const BAI2_WAIVERS = [
  ...(['ambiguous_text', 'record_code', 'record_missing', 'record_count', 'account_count'] as const),
] satisfies readonly Bai2Rule[];
export type Bai2Waiver = (typeof BAI2_WAIVERS)[number];
