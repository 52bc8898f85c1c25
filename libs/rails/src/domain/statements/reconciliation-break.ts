/** What can differ, what it means and what to do. */
interface BreakText {
  readonly meaning: string;
  readonly remedy: string;
}

export const breakKinds = {
  amount: {
    meaning: 'Two books have the same thing with different amounts.',
    remedy: 'Ask the bank which entry differs; if the bank is right, find out how our file came to differ.',
  },
  not_on_statement: {
    meaning: 'The bank did not book what it should have, a banking day after it was due.',
    remedy: 'Ask the bank whether it processed the file, and do not resubmit it before it answers.',
  },
  unexplained: {
    meaning: 'The bank booked a line that nothing of ours explains.',
    remedy:
      "Explain fees, interest, transfers and wires with 'rails statements explain'; resolve its return exception.",
  },
  duplicate: {
    meaning: 'The bank booked the same thing twice.',
    remedy: 'Ask the bank to reverse one of the lines.',
  },
  ledger_only: {
    meaning: 'The ledger has the settlement or return of an order that the files do not have.',
    remedy:
      "Look at the order with 'rails entries show' and at its transfer; the ledger must not be ahead of the bank.",
  },
  rails_only: {
    meaning: 'An order settled or came back, and the ledger does not have it.',
    remedy: "Look for results that were not applied with 'results list'.",
  },
  statement_gap: {
    meaning: 'Between two statements something is missing: the balance or the number does not go on.',
    remedy: "Ask the bank for the missing statement, and take it with 'rails inbound ingest'.",
  },
  balance: {
    meaning: 'The balance of the bank is not the cash of the ledger, and no line or posting explains the difference.',
    remedy: 'Look for ledger entries that no order has, such as credits without a wire on the statement.',
  },
} as const satisfies Readonly<Record<string, BreakText>>;

export type BreakKind = keyof typeof breakKinds;

/** A difference between two books. Nothing in it is a name or an account number. */
export interface ReconciliationBreak {
  /** The same difference has the same key in each comparison. */
  readonly key: string;
  readonly kind: BreakKind;
  /** Whose it is; null where it is of the connection. */
  readonly for_enterprise: string | null;
  readonly day: string;
  readonly line_id: string | null;
  readonly end_to_end_id: string | null;
  /** Names of the files and numbers of the batches; the id of a file of ours, if it is a single one. */
  readonly file: string | null;
  readonly file_id: string | null;
  readonly batch: string | null;
  /** Cents that the second book has more in our favor. */
  readonly difference: bigint;
  readonly expected: string;
  readonly found: string;
}
