/** Descriptions by which ACH operators and receiving banks recognize special entries. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['REVERSAL', 'RECLAIM', 'NONSETTLED', 'RETRY PYMT', 'RETURN FEE', 'ACCTVERIFY', 'AUTOENROLL'],
]);

export function isReservedDescription(description: string): boolean {
  return RESERVED.has(description.trim().toUpperCase());
}
