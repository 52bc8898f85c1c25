/** What becomes of an instant payment: rejected, or returned a number of the bank's days after it settled. */
export type InstantOutcome =
  | { readonly kind: 'reject'; readonly code: string }
  | { readonly kind: 'return'; readonly code: string; readonly afterDays: number };

/** By the last two digits of the amount in cents; all others settle. Only networks return payments by messages. */
export const instantOutcomesByCents: Readonly<Record<string, InstantOutcome>> = {
  '51': { kind: 'reject', code: 'AC03' },
  '52': { kind: 'reject', code: 'AG03' },
  '54': { kind: 'return', code: 'AC04', afterDays: 1 },
};
