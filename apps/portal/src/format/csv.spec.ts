import { csvOf } from './csv.js';

describe('csvOf', () => {
  it('quotes what would end a cell or a row, and leaves an empty cell for nothing', () =>
    expect(csvOf([['a,b', 'say "hi"', 'two\r\nlines', undefined, 5]])).toBe(
      '"a,b","say ""hi""","two\r\nlines",,5\r\n',
    ));

  it.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    ' ＋1',
    '－1+1',
    '＠SUM(A1)',
    '=HYPERLINK("http://evil")',
  ])('has no cell that a spreadsheet would run as a formula: %j', (text) => expect(csvOf([[text]])).toMatch(/^"?'/));

  it('keeps a negative amount as a number', () => expect(csvOf([['-12.50', -3]])).toBe('-12.50,-3\r\n'));
});
