import { parseCsv } from '@payments/kernel';
import fc from 'fast-check';
import { exportHead, exportRows } from './export-text.js';

const COLUMNS = ['id', 'amount', 'note', 'data'];

describe('rows of exports', () => {
  const row = fc.record(
    { id: fc.uuid(), amount: fc.integer(), note: fc.string(), data: fc.dictionary(fc.string(), fc.string()) },
    { requiredKeys: ['id'] },
  );

  it('have as many cells as the head, and none that a spreadsheet runs', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const written = rows.map((each) => JSON.stringify(each));
        const text = exportHead('csv', COLUMNS) + exportRows('csv', COLUMNS, written);
        const [head, ...cells] = [...parseCsv(text)].map((each) => each.cells);
        expect(head).toEqual(COLUMNS);
        expect(cells.map(({ length }) => length)).toEqual(rows.map(() => COLUMNS.length));
        expect(cells.filter(([, , note = '']) => /^[=+\-@\t\r]/.test(note))).toEqual([]);
        expect(cells.map(([id]) => id)).toEqual(rows.map(({ id }) => id));
      }),
    );
  });

  it('are one JSON object on each line of NDJSON', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const text = exportRows(
          'ndjson',
          COLUMNS,
          rows.map((each) => JSON.stringify(each)),
        );
        expect(
          text
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line) as unknown),
        ).toEqual(rows);
      }),
    );
    expect(exportHead('ndjson', COLUMNS)).toBe('');
  });
});
