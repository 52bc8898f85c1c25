/** Nacha: the description of the entries of a few cents, or of none, by which an account is verified. */
export const ACCOUNT_VERIFICATION = 'ACCTVERIFY';

/** Descriptions by which ACH operators and receiving banks recognize special entries. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['REVERSAL', 'RECLAIM', 'NONSETTLED', 'RETRY PYMT', 'RETURN FEE', ACCOUNT_VERIFICATION, 'AUTOENROLL'],
]);

export function isReservedDescription(description: string): boolean {
  return RESERVED.has(description.trim().toUpperCase());
}
