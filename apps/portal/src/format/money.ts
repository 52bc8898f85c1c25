const CENTS = 100;
/** What the API accepts as an amount, in cents. */
const MOST_CENTS = 9_999_999_999;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** `$1,250.00` from cents. Exact for every safe integer: the digits are not computed in floating point. */
export function formatMoney(cents: number): string {
  const sign = cents < 0 ? '−' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = BigInt(digits.slice(0, -2));
  return `${sign}$${whole.toLocaleString('en-US')}.${digits.slice(-2)}`;
}

/** `$4.1M` from cents, where space is short. */
export function formatMoneyShort(cents: number): string {
  return Math.abs(cents) < 1_000 * CENTS ? dollars.format(cents / CENTS) : short.format(cents / CENTS);
}

export type AmountProblem = 'missing' | 'not_an_amount' | 'too_many_decimals' | 'not_positive' | 'too_much';

/**
 * Reads an amount in dollars as a person types it: `1250`, `1,250.00`, `$ 1,250`. Never guesses.
 * @param most cents
 */
export function parseAmount(
  text: string,
  most = MOST_CENTS,
): { readonly cents: number } | { readonly problem: AmountProblem } {
  const trimmed = text.trim().replace(/^\$\s*/, '');
  if (trimmed === '') return { problem: 'missing' };
  if (/^[-−]/.test(trimmed)) return { problem: 'not_positive' };
  const match = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(trimmed);
  if (match === null) return { problem: 'not_an_amount' };
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > 2) return { problem: 'too_many_decimals' };
  const cents = BigInt(whole.replaceAll(',', '') + fraction.padEnd(2, '0'));
  if (cents === 0n) return { problem: 'not_positive' };
  if (cents > BigInt(most)) return { problem: 'too_much' };
  return { cents: Number(cents) };
}
