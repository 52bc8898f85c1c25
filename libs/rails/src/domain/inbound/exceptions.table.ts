/** What a person must decide, what it means, and what to do. */
interface ExceptionText {
  readonly meaning: string;
  readonly remedy: string;
}

export const exceptionKinds = {
  unmatched_return: {
    meaning: 'A return fits no entry that was sent, or breaks a rule of the format; its detail says which.',
    remedy: 'Find the entry by amount and date and resolve with --entry, or ask the bank.',
  },
  unmatched_change: {
    meaning:
      'A notification of change fits no entry that was sent, or breaks a rule of the format; its detail says which.',
    remedy: 'Find the entry and resolve with --entry, or tell the client by hand and resolve with --ignore.',
  },
  ambiguous_return: {
    meaning: 'A return or notification of change fits several entries.',
    remedy: 'Ask the bank which entry is meant and resolve with --entry.',
  },
  duplicate_return: {
    meaning:
      'A payment came back after it, or a part of it, had come back another way, or its line of a statement had been explained; nothing was booked.',
    remedy:
      'Ask the bank which return counts, and to dishonor the other one (R67) within five banking days. What is left of the payment can be booked with --book, never more than was paid.',
  },
  untimely_return: {
    meaning: 'A return was booked, but came later than the rules allow.',
    remedy: 'Ask the bank to dishonor the return (R68) within five banking days, or accept it.',
  },
  dishonored_return: {
    meaning: 'A dishonored return, or a contested one; nothing was booked.',
    remedy: 'Settle it with the bank; its amount is in the exception.',
  },
  change_without_correction: {
    meaning:
      'A notification of change was reported without a correction, or with a part of it: its code has none (C13), or the rest cannot be read without a guess.',
    remedy:
      'Read the file with rails inspect. For C13 ask the bank what is wrong with the addenda records; else tell the client by hand what to correct.',
  },
  noc_identification: {
    meaning:
      'A notification of change corrects the individual identification number of an entry (C09), which is no detail of the account.',
    remedy:
      'If the profile has individual_id: customer_reference, read the number with rails inspect and tell the client. Else it is about our own reference: resolve with --ignore.',
  },
  unsupported_change: {
    meaning: 'A notification of change for entries that this service does not send, or a refused one.',
    remedy: 'Ask the bank why it came.',
  },
  incoming_entry: {
    meaning: 'A payment to or from the settlement account that this service did not start.',
    remedy: 'Compare it with the statement of the account.',
  },
  foreign_batch: {
    meaning: 'A batch with an SEC code that this service does not read.',
    remedy: 'Read the file with rails inspect, and ask the bank why it came.',
  },
  unknown_file: {
    meaning: 'An acknowledgment of a file that was not sent.',
    remedy: 'Ask the bank which file is meant; another program may use the same origin.',
  },
  unknown_entry: {
    meaning: 'An acknowledgment names an entry that was not sent, or that is in another file.',
    remedy: 'Ask the bank which entry is meant.',
  },
  ack_totals: {
    meaning: 'An acknowledgment states totals that are not those of the file; the file is in doubt.',
    remedy: 'Ask the bank what it received, then confirm or resubmit the file.',
  },
  ack_contradiction: {
    meaning: 'A file or an entry was both accepted and refused; the refusal counts.',
    remedy: 'Ask the bank which acknowledgment is right.',
  },
  ack_status: {
    meaning: 'An acknowledgment has a status that neither accepts nor refuses, such as a file that is pended.',
    remedy: 'Ask the bank; if the status is final, add it to the profile.',
  },
  statement_status: {
    meaning: 'A statement of a test, or one that deletes or corrects another by its status; nothing of it was booked.',
    remedy: 'Ask the bank what it means, and for a new statement of the day if it corrects one.',
  },
  statement_line: {
    meaning:
      'A line of a statement that an operator explained as a fee, interest or transfer, whose money is in suspense, or as a wire that the bank has corrected since.',
    remedy:
      'Book it for the enterprise for which it was explained with --book. If the bank has corrected the line since, take it back with --ignore.',
  },
  unknown_message: {
    meaning: 'A status, return or answer is about a message or payment that was not sent.',
    remedy: 'Ask the bank which payment is meant; another program may use the same account.',
  },
  unknown_status: {
    meaning:
      'A status of a payment that is not known, that names another amount or other ids, or that refuses a duplicate of it or one of its copies; nothing was changed.',
    remedy: 'Ask the bank what became of the payment. Use rails files fail only if it paid none of the copies.',
  },
  status_contradiction: {
    meaning: 'A payment was reported as settled and as rejected; the first report counts.',
    remedy: 'Ask the bank which report is right, and compare with the statement.',
  },
  changed_by_bank: {
    meaning: 'The bank accepted a payment with a change.',
    remedy: 'Ask the bank what it changed.',
  },
  refused_message: {
    meaning: 'A network refused a question about a payment, or a recall; the payment stays as it is.',
    remedy: 'Read the reason, and ask the bank.',
  },
  partial_return: {
    meaning: 'Another amount than was sent came back; nothing was reported.',
    remedy: 'Compare with the statement, then book it with --book. No more is booked than was paid.',
  },
  recall: {
    meaning: 'The other bank was asked to return a payment (camt.056).',
    remedy: 'Its answer is noted here. If the payment comes back, it is booked by itself: resolve with --ignore.',
  },
  duplicate_file: {
    meaning: 'The bank considers a file a duplicate of one that it has.',
    remedy: 'Ask the bank whether it has the file once; nothing was resubmitted.',
  },
  reversal: {
    meaning: 'A reversal is on its way, has settled, or came back; its money is in suspense from its settlement on.',
    remedy:
      'Once it has settled and cannot come back any more, resolve with --book. If it moved nothing, resolve with --ignore.',
  },
  return_requested: {
    meaning: 'The bank was asked to have an entry returned (R06); the receiving bank answers within ten banking days.',
    remedy:
      'If the return comes, it is booked by itself: resolve with --ignore. After the due date ask the bank again.',
  },
} as const satisfies Readonly<Record<string, ExceptionText>>;

export type ExceptionKind = keyof typeof exceptionKinds;

/** Kinds about money that the bank moved and that is booked nowhere. */
export const BOOKABLE_KINDS: ReadonlySet<ExceptionKind> = new Set([
  ...(['unmatched_return', 'ambiguous_return', 'duplicate_return', 'dishonored_return'] as const),
  ...(['incoming_entry', 'reversal', 'statement_line', 'partial_return'] as const),
]);

/** Kinds about one entry that came back: they can be resolved with the entry that is meant. */
export const MATCHABLE_KINDS: ReadonlySet<ExceptionKind> = new Set([
  'unmatched_return',
  'unmatched_change',
  'ambiguous_return',
]);

/** By which our bank takes back what was returned to it. */
export const DISHONORED = new Set(['R61', 'R62', 'R67', 'R68', 'R69', 'R70']);

/**
 * Cents that the bank moved: above 0 they came in. A credit that comes back brings money in, a returned debit takes it; so
 * do payments to and from the settlement account. A return that is dishonored goes the other way.
 */
export function centsMoved({ direction, amount, code }: Moved): bigint | undefined {
  if (direction === null || amount === null || amount === 0) return undefined;
  const comesIn = (direction === 'credit') !== DISHONORED.has(code ?? '');
  return BigInt(comesIn ? amount : -amount);
}

interface Moved {
  readonly direction: 'credit' | 'debit' | null;
  readonly amount: number | null;
  readonly code: string | null;
}
