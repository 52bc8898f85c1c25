const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7] as const;
const ZERO = 0x30;

/** The check digit of the first eight digits of a routing number. */
export function checkDigitOf(dfi: string): number {
  let sum = 0;
  for (let at = 0; at < WEIGHTS.length; at++) sum += WEIGHTS[at]! * (dfi.charCodeAt(at) - ZERO);
  return (10 - (sum % 10)) % 10;
}

/** Nine digits whose last one is the check digit of the others. Nine zeros are nobody's, though their sum is right. */
export function isRoutingNumber(text: string): boolean {
  return /^(?!0{9})\d{9}$/.test(text) && checkDigitOf(text) === Number(text[8]);
}
