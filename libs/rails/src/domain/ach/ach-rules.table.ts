/**
 * What a rule demands, and the name under which an operator may waive it. No amount, count or hash is ever waived. `stops`:
 * an entry that breaks it is left to a person; what breaks another rule stops the whole file.
 */
export interface RuleText {
  readonly meaning: string;
  readonly waiver?: string;
  readonly stops?: 'entry';
}

export const achRules = {
  line_length: { meaning: 'A record has 94 characters. Records 1 and 9 may lack trailing blanks.' },
  record_type: { meaning: 'A record begins with 1, 5, 6, 7, 8 or 9.' },
  record_order: { meaning: 'A file is 1, batches, 9; a batch is 5, entries with their addenda, 8.' },
  padding: {
    meaning:
      'Only lines of 94 nines, fill (blanks, NUL, the end-of-file of DOS) and other files follow the file control.',
  },
  empty_file: { meaning: 'A file has records.' },
  zero_batches: { meaning: 'A file has at least one batch.', waiver: 'zero_batches' },
  missing_file_header: { meaning: 'A file begins with a file header.', waiver: 'missing_file_header' },
  missing_file_control: { meaning: 'A file ends with a file control.', waiver: 'missing_file_control' },
  missing_batch_control: { meaning: 'A batch ends with a batch control.', waiver: 'missing_batch_control' },
  constant: { meaning: 'The columns hold the constant of the layout.' },
  digits: { meaning: 'A numeric field holds digits in every column: a blank is not a zero.' },
  character: { meaning: 'A text field holds printable characters.', waiver: 'control_characters' },
  identifying_digits: {
    meaning: 'A number that identifies an entry, and that no sum needs, holds digits in every column.',
    stops: 'entry',
  },
  batch_header_digits: {
    meaning: 'The effective entry date and the originator status code hold digits in every column.',
    waiver: 'odd_batch_header',
  },
  calendar_date: { meaning: 'The creation date is a date.', waiver: 'odd_file_header' },
  time_of_day: { meaning: 'The creation time is a time of day.', waiver: 'odd_file_header' },
  file_id_modifier: { meaning: 'The modifier is A to Z or 0 to 9, or blank.', waiver: 'odd_file_header' },
  service_class: { meaning: 'The service class is 200, 220 or 225.' },
  service_class_direction: { meaning: 'Class 220 has credits only, class 225 debits only.' },
  settlement_day: {
    meaning: 'The settlement date is a day of the year, 001 to 366, or blank.',
    waiver: 'odd_settlement_day',
  },
  batch_number: { meaning: 'Batch numbers ascend.', waiver: 'unordered_batches' },
  transaction_code: { meaning: 'The transaction code exists.' },
  transaction_code_use: {
    meaning: 'Returns and changes have the codes for them, and no other entry has.',
    waiver: 'forward_codes',
    stops: 'entry',
  },
  check_digit: { meaning: 'The check digit fits the receiving bank.', stops: 'entry' },
  zero_amount: { meaning: 'Prenotes, zero-dollar entries and notifications of change have no amount.' },
  name_missing: { meaning: 'PPD and WEB entries name the receiver.', stops: 'entry' },
  trace_order: { meaning: 'Trace numbers ascend within a batch.', waiver: 'foreign_trace' },
  addenda_indicator: { meaning: 'The addenda indicator is 1 if an addenda record follows, else 0.', stops: 'entry' },
  addenda_type: { meaning: 'COR entries have addenda 98; PPD, CCD and WEB entries have 05 or 99.', stops: 'entry' },
  addenda_count: { meaning: 'An entry has at most one addenda record of its kind.', stops: 'entry' },
  addenda_mix: {
    meaning: 'An entry has addenda 05 or 99, not both.',
    waiver: 'remittance_in_return',
    stops: 'entry',
  },
  addenda_sequence: {
    meaning: 'The addenda sequence is 1, and the entry sequence ends the trace number.',
    waiver: 'remittance_in_return',
    stops: 'entry',
  },
  return_code: { meaning: 'The return code is known.', waiver: 'unknown_return_codes' },
  code_format: { meaning: 'A return code is R, a change code C, with two digits.' },
  entry_addenda_count: { meaning: 'The count of entries and addenda agrees.' },
  entry_hash: { meaning: 'The sum of the receiving banks agrees in its last ten digits.' },
  total_debit: { meaning: 'The debits add up.' },
  total_credit: { meaning: 'The credits add up.' },
  batch_count: { meaning: 'The count of batches agrees.' },
  block_count: { meaning: 'The count of blocks of ten lines agrees.' },
  control_service_class: {
    meaning: 'Batch control and header have the same service class.',
    waiver: 'unequal_service_class',
  },
  control_company_id: { meaning: 'Batch control and header have the same company id.', waiver: 'company_id_mismatch' },
  control_odfi: { meaning: 'Batch control and header have the same ODFI.' },
  control_batch_number: { meaning: 'Batch control and header have the same batch number.' },
} as const satisfies Record<string, RuleText>;

export type AchRule = keyof typeof achRules;

type WaiverOf<R> = R extends { readonly waiver: infer W } ? W : never;

/** Deviations that real banks send, and that an operator may accept by name. */
export type AchWaiver = { [R in AchRule]: WaiverOf<(typeof achRules)[R]> }[AchRule];

const rules: readonly RuleText[] = Object.values(achRules);

export const ACH_WAIVERS = [...new Set(rules.flatMap(({ waiver }) => waiver ?? []))] as readonly AchWaiver[];
