/** The rules of the bank. The name says what was broken. */
export const RULES = [
  'empty_file',
  'line_ending',
  'record_length',
  'characters',
  'record_order',
  'padding',
  'constant',
  'numeric_field',
  'text_field',
  'reserved_field',
  'date',
  'time',
  'modifier',
  'destination',
  'origin',
  'service_class',
  'sec_code',
  'batch_number',
  'settlement_date',
  'transaction_code',
  'direction',
  'check_digit',
  'account',
  'amount',
  'name',
  'payment_type',
  'addenda_indicator',
  'addenda_type',
  'addenda_count',
  'addenda_sequence',
  'addenda_trace',
  'trace_order',
  'trace_odfi',
  'batch_entry_count',
  'batch_hash',
  'batch_debits',
  'batch_credits',
  'batch_control',
  'file_batch_count',
  'file_entry_count',
  'file_hash',
  'file_debits',
  'file_credits',
  'block_count',
  'odfi',
  'company_id',
  'description_case',
  'effective_date',
  'same_day_limit',
  'web_to_company',
  'forward_entry',
  'duplicate_file',
  'modifier_reused',
  'trace_reused',
] as const;

export type Rule = (typeof RULES)[number];

export interface Problem {
  /** From 1. */
  readonly line: number;
  readonly rule: Rule;
  /** Never contains an account number or a name. */
  readonly detail: string;
}

const MOST_PROBLEMS = 20;

/** A file breaks the rules; nothing of it is used. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';

  constructor(readonly problems: readonly Problem[]) {
    const [first] = problems;
    super(first ? `line ${first.line}: ${first.rule}: ${first.detail}` : 'refused');
  }
}

/** Collects what is wrong with a file, up to 20 problems. */
export class Problems {
  private readonly found: Problem[] = [];

  add(line: number, rule: Rule, detail: string): void {
    if (this.found.length < MOST_PROBLEMS) this.found.push({ line, rule, detail });
  }

  /** For a fault after which the following lines have no meaning. @throws RefusedFile */
  stop(line: number, rule: Rule, detail: string): never {
    this.add(line, rule, detail);
    throw new RefusedFile(this.found);
  }

  /** @throws RefusedFile if there is a problem */
  assertNone(): void {
    if (this.found.length > 0) throw new RefusedFile(this.found);
  }
}
