import type { NewLimit } from '../../api/types.js';
import { parseAmount } from '../../format/money.js';
import { t } from '../../messages/t.js';
import type { FormError } from '../../ui/field.js';

/** What the API accepts as a maximum, in cents. */
const MOST_CENTS = 999_999_999_999_999;

interface TypedLimit {
  readonly limit: NewLimit;
  /** What the API could not say, because it gets no such number. */
  readonly problems: readonly FormError[];
}

/** The limit that a form describes. */
export function limitIn(data: FormData): TypedLimit {
  const text = (name: string) => data.getAll(name).map(String)[0]?.trim() ?? '';
  const amount = parseAmount(text('max_amount'), MOST_CENTS);
  const isMissing = 'problem' in amount && amount.problem === 'missing';
  const limit = {
    ...{ name: text('name'), per: text('per'), direction: text('direction'), window: text('window') },
    ...(text('who') !== '' && { who: text('who') }),
    ...('cents' in amount && { max_amount: amount.cents }),
    // What is no number is the API's to refuse.
    ...(text('max_count') !== '' && { max_count: numberOr(text('max_count')) }),
    ...{ action: text('action'), enabled: data.has('enabled') },
  } as NewLimit;
  const problems =
    'problem' in amount && !isMissing ? [{ name: 'max_amount', text: t(`amount.${amount.problem}`) }] : [];
  return { limit, problems };
}

const numberOr = (text: string): number | string => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** Cents as a person types them. */
export function shownAmount(cents: number | undefined): string {
  if (cents === undefined) return '';
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
