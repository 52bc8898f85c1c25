import { backTo, Cursor } from './list.js';

const page = (count: number, next: string | undefined) => ({ items: Array.from({ length: count }, () => 0), next });

describe('the cursor of a page', () => {
  const second = Cursor.first.next(page(100, 'a'))!;
  const third = second.next(page(40, 'b'))!;

  it('knows how many rows are before its page, and ends with the last page', () => {
    expect([second, third].map(({ after, start }) => [after, start])).toEqual([
      ['a', 100],
      ['b', 140],
    ]);
    expect(third.next(page(7, undefined))).toBeUndefined();
  });

  it.each([
    [0, Cursor.first],
    [99, Cursor.first],
    [100, second],
    [139, second],
    [140, third],
    [9_000, third],
  ])('leads back to the page with row %d', (row, cursor) => {
    expect(backTo(third, row)).toBe(cursor);
  });
});
