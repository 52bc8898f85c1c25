import type { Filter } from '../api/queries.js';
import type { Search } from '../app/search.js';
import { parseAmount } from '../format/money.js';
import { localDay } from '../format/time.js';
import type { MessageKey } from '../messages/t.js';

/** One filter of a list: its name is that of the API's parameter, and of the parameter in the address. */
export interface FilterField {
  readonly name: string;
  readonly label: MessageKey;
  /** An amount is dollars to a person, and cents in the address. */
  readonly kind: 'text' | 'id' | 'choice' | 'choices' | 'date' | 'amount';
  /** The values of a choice, and how their codes are translated. */
  readonly values?: readonly string[];
  readonly texts?: string;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const CENTS = /^\d{1,10}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** An exact time, as links of other pages have it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function isValid({ kind, values }: FilterField, value: string): boolean {
  if (kind === 'date') return (DATE.test(value) || INSTANT.test(value)) && !Number.isNaN(Date.parse(value));
  if (kind === 'text') return value.trim() !== '';
  if (kind === 'id') return ID.test(value);
  if (kind === 'amount') return CENTS.test(value);
  return values?.includes(value) ?? false;
}

/** Keeps of an address what its page understands, so that an old or edited link never leads to an error. */
export const validateWith =
  (fields: readonly FilterField[]) =>
  (search: Readonly<Record<string, unknown>>): Search => {
    const kept: Search = {};
    for (const field of fields) {
      const values = [search[field.name]].flat().filter((value): value is string => typeof value === 'string');
      const valid = [...new Set(values)].filter((value) => isValid(field, value));
      if (valid.length === 0) continue;
      kept[field.name] = field.kind === 'choices' && valid.length > 1 ? valid : valid[0]!;
    }
    return kept;
  };

/** The query of the API for an address. A last day counts to its end. */
export function queryOf(fields: readonly FilterField[], search: Search): Filter {
  return Object.fromEntries(
    fields
      .filter(({ name }) => search[name] !== undefined)
      .map((field) => {
        const value = search[field.name]!;
        if (field.kind === 'choices') return [field.name, [value].flat()];
        if (field.kind !== 'date') return [field.name, value];
        return [field.name, instantOf(String(value), field.name === 'end_time')];
      }),
  );
}

const instantOf = (date: string, isEnd: boolean) => (INSTANT.test(date) ? date : dayBoundary(date, isEnd));

/** The day of a date filter, as its field shows it. */
export const dayOf = (date: string): string => (INSTANT.test(date) ? localDay(new Date(date)) : date);

/** A value of the address, as its field shows it. */
export function shownIn({ kind }: FilterField, value: string): string {
  if (kind === 'date') return dayOf(value);
  if (kind === 'amount' && value !== '') return (Number(value) / 100).toFixed(2);
  return value;
}

/** What a person typed into a field, as the address has it; `undefined` when it is no such value, '' for none. */
export function typedInto(field: FilterField, text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (field.kind !== 'amount') return isValid(field, trimmed) ? trimmed : undefined;
  const amount = parseAmount(trimmed);
  return 'cents' in amount ? String(amount.cents) : undefined;
}

/** When a day of this machine begins, or ends. */
export function dayBoundary(date: string, isEnd: boolean): string {
  const day = new Date(`${date}T00:00:00`);
  if (isEnd) day.setDate(day.getDate() + 1);
  return day.toISOString();
}
