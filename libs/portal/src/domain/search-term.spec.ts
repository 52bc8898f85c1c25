import { newId } from '@payments/kernel';
import { searchTerm } from './search-term.js';

describe('searchTerm', () => {
  it('reads a UUID as an id, in any case', () => {
    const id = newId();
    expect(searchTerm(` ${id.toUpperCase()} `)).toEqual({ kind: 'id', id });
  });

  it.each([
    ['$12.34', 1_234],
    ['$12', 1_200],
    ['$ 12.34', 1_234],
    ['$1,250.00', 125_000],
    ['$1,234,567.89', 123_456_789],
    ['$0.07', 7],
    ['$99999999.99', 9_999_999_999],
  ])('reads %s as %d cents', (typed, cents) => {
    expect(searchTerm(typed)).toEqual({ kind: 'amount', cents });
  });

  it.each(['12.34', '$12.3', '$12.345', '$1,25.00', '$1250,000', '$-5', '$', '$100000000', '$1e3'])(
    'reads %s as a text, because it is no amount',
    (typed) => {
      expect(searchTerm(typed)).toMatchObject({ kind: 'text', text: typed });
    },
  );

  it('finds names in the cases that people use', () => {
    expect(searchTerm('northwind tr')).toMatchObject({ names: ['northwind tr', 'NORTHWIND TR', 'Northwind Tr'] });
    expect(searchTerm("o'neill")).toMatchObject({ names: ["o'neill", "O'NEILL", "O'Neill"] });
    expect(searchTerm('McDo')).toMatchObject({ names: ['McDo', 'mcdo', 'MCDO', 'Mcdo'] });
  });

  it('keeps a reference as it was typed', () => {
    expect(searchTerm(' payout-0001 ')).toMatchObject({ kind: 'text', text: 'payout-0001' });
  });
});
