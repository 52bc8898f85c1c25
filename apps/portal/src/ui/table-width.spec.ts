import { narrowestOf } from './table-width.js';

describe('the narrowest width of a table', () => {
  it('is that of its columns, the gaps between them and the ends of a row', () => {
    expect(narrowestOf(['7rem', 'minmax(9rem, 1.4fr)', '7.5rem'])).toBe(7 + 9 + 7.5 + 2 + 3);
  });
});
