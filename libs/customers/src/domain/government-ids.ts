const SSN = /^(?:\d{3}-\d{2}-\d{4}|\d{9})$/;

/**
 * Whether the text is a social security number, or an individual taxpayer number in its place: `XXX-XX-XXXX` or nine
 * digits. Areas 000 and 666, group 00 and serial 0000 were never issued (SSA); areas from 900 are taxpayer numbers,
 * whose groups are 50–65, 70–88, 90–92 and 94–99 (IRS).
 */
export function isSocialSecurityNumber(text: string): boolean {
  if (!SSN.test(text)) return false;
  const digits = digitsOf(text);
  const area = Number(digits.slice(0, 3));
  const group = Number(digits.slice(3, 5));
  if (area === 0 || area === 666 || group === 0 || digits.endsWith('0000')) return false;
  return area < 900 || isTaxpayerGroup(group);
}

/** The same number whether it was written with hyphens or without. */
export function digitsOf(text: string): string {
  return text.replaceAll('-', '');
}

function isTaxpayerGroup(group: number): boolean {
  return (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group <= 99 && group !== 93);
}
