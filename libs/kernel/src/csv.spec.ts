import fc from 'fast-check';
import { CsvError, csvText, parseCsv } from './csv.js';

const cells = (text: string) => [...parseCsv(text)].map((row) => row.cells);

describe('comma-separated values', () => {
  it.each<[string, string, string[][]]>([
    [
      'plain rows',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['rows that end as on other systems, and the last one without an end', 'a\r\nb\rc', [['a'], ['b'], ['c']]],
    ['quoted values', '"a,b","say ""yes""\nor no"\n', [['a,b', 'say "yes"\nor no']]],
    [
      'empty values',
      ',a,\n"",\n',
      [
        ['', 'a', ''],
        ['', ''],
      ],
    ],
    ['blank lines', '\n\na\n\n', [['a']]],
    ['a comma at the very end', 'a,', [['a', '']]],
    ['nothing at all', '', []],
    ['blanks around a plain value', ' a , b \n', [['a', 'b']]],
  ])('are read from %s', (_, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it('have the line number of each row', () => {
    expect([...parseCsv('a\n\n"b\nb"\nc')].map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it.each([
    ['a\n"b\nc', /^line 2:/],
    ['a\nb"c"\n', /^line 2:/],
    ['"a"b', /^line 1:/],
    [`a\n"${'x'.repeat(2_000_000)}`, /^line 2:/],
  ])('are refused with the line of a quote that does not belong there', (text, message) => {
    expect(() => cells(text)).toThrow(CsvError);
    expect(() => cells(text)).toThrow(message);
  });

  it('survive a round trip', () => {
    const value = fc.string({ unit: fc.constantFrom(...'a,"\n\r é'), minLength: 1, maxLength: 6 });
    const table = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    const written = (row: string[]) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',');
    fc.assert(fc.property(table, (rows) => expect(cells(rows.map(written).join('\r\n'))).toEqual(rows)));
  });
});

describe(csvText, () => {
  it.each([
    ['plain text', 'plain text'],
    ['a "word", and\r\na line', '"a ""word"", and\r\na line"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    [' =1', "' =1"],
    ...[...'＝＋－＠'].map((sign): [string, string] => [`${sign}1`, `'${sign}1`]),
    [' ＝1', "' ＝1"],
    ['\ta', "'\ta"],
    ['\r', `"'\r"`],
  ])('writes %j as %j', (text, written) => {
    expect(csvText(text)).toBe(written);
  });
});
