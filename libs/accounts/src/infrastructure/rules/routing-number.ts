const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/**
 * The first two digits: 00 of the government, 01–12 of the twelve Federal Reserve districts, 21–32 of thrifts and
 * 61–72 of electronic transactions in the same districts, 80 of traveler's checks.
 */
const PREFIXES = [
  { first: 0, last: 12 },
  { first: 21, last: 32 },
  { first: 61, last: 72 },
  { first: 80, last: 80 },
];

/** Whether nine digits can be an ABA routing number: the prefix is in use, and the check digit fits. */
export function isRoutingNumberOfABank(routingNumber: string): boolean {
  // Nine zeros have a valid check digit but belong to no bank.
  if (!/^(?!0{9})\d{9}$/.test(routingNumber)) return false;
  const prefix = Number(routingNumber.slice(0, 2));
  if (!PREFIXES.some(({ first, last }) => prefix >= first && prefix <= last)) return false;
  return WEIGHTS.reduce((sum, weight, place) => sum + weight * Number(routingNumber[place]), 0) % 10 === 0;
}
