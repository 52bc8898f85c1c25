import fc from 'fast-check';
import { queryOf, shownIn, typedInto, validateWith } from '../ui/filters.js';
import type { FilterField } from '../ui/filters.js';
import { parseSearch, stringifySearch } from './search.js';

const fields: readonly FilterField[] = [
  { name: 'status', label: 'field.status', kind: 'choices', values: ['failed', 'pending'] },
  { name: 'kind', label: 'field.type', kind: 'choice', values: ['persons', 'businesses'] },
  { name: 'reference', label: 'field.reference', kind: 'text' },
  { name: 'start_time', label: 'filter.from', kind: 'date' },
  { name: 'end_time', label: 'filter.to', kind: 'date' },
  { name: 'amount_min', label: 'filter.least', kind: 'amount' },
  { name: 'transfer_group_id', label: 'field.group', kind: 'id' },
];
const field = (wanted: string) => fields.find(({ name }) => name === wanted)!;
const validate = validateWith(fields);

const search = fc.record(
  {
    status: fc.constantFrom('failed', 'pending', ['failed', 'pending']),
    kind: fc.constantFrom('persons', 'businesses'),
    reference: fc.string().filter((text) => text.trim() !== ''),
    start_time: fc.constantFrom('2026-11-01', '2026-02-28'),
  },
  { requiredKeys: [] },
);

describe('filters in the address', () => {
  it('come back from the address as they were', () => {
    fc.assert(fc.property(search, (filter) => expect(validate(parseSearch(stringifySearch(filter)))).toEqual(filter)));
  });

  it('are plain parameters', () => {
    expect(stringifySearch({ status: ['failed', 'pending'], reference: 'a b' })).toBe(
      '?status=failed&status=pending&reference=a+b',
    );
  });

  it('keep nothing that the page does not understand', () => {
    const strange =
      '?status=lost&status=failed&kind=robots&start_time=2026-13-45&end_time=yesterday&admin=1&reference=+&amount_min=1.50&transfer_group_id=1';
    expect(validate(parseSearch(strange))).toEqual({ status: 'failed' });
  });

  it('of any address lead to a query, never to an error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => expect(() => queryOf(fields, validate(parseSearch(text)))).not.toThrow()),
    );
  });
});

describe('the query of an address', () => {
  it('lists choices, and counts the last day to its end', () => {
    const { status, start_time, end_time } = queryOf(fields, {
      ...{ status: 'failed', start_time: '2026-11-22', end_time: '2026-11-22' },
    });
    expect(status).toEqual(['failed']);
    expect(Date.parse(String(end_time)) - Date.parse(String(start_time))).toBe(86_400_000);
  });
});

describe('the field of a filter', () => {
  it('takes an amount in dollars, and shows what it took', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (cents) => {
        const shown = shownIn(field('amount_min'), String(cents));
        expect(shown).toMatch(/^\d+\.\d\d$/);
        expect(typedInto(field('amount_min'), shown)).toBe(String(cents));
      }),
    );
    expect(typedInto(field('amount_min'), ' $1,250 ')).toBe('125000');
  });

  it('takes nothing for no filter, and what is no value not at all', () => {
    for (const each of fields) expect(typedInto(each, '  ')).toBe('');
    expect(typedInto(field('amount_min'), '12.345')).toBeUndefined();
    expect(typedInto(field('transfer_group_id'), 'payroll')).toBeUndefined();
    expect(typedInto(field('reference'), ' a ')).toBe('a');
  });
});
