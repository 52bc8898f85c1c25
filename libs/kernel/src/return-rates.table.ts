/** Classes of returned debits whose share Nacha limits, over 60 days and per originator. */
export const returnRateClasses = {
  unauthorized: { codes: ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'], limit: 0.005 },
  administrative: { codes: ['R02', 'R03', 'R04'], limit: 0.03 },
  /** Every return of an entry. Dishonored and contested returns (R61 to R77) are none. */
  overall: { codes: null, limit: 0.15 },
} as const satisfies Readonly<Record<string, { readonly codes: readonly string[] | null; readonly limit: number }>>;

export const RETURN_RATE_DAYS = 60;
