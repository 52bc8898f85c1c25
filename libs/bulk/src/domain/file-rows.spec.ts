import { DomainError } from '@payments/kernel';
import { growthOfTime, MOST_LINEAR_GROWTH } from '@payments/testing';
import fc from 'fast-check';
import { csvRecords } from './csv-records.js';
import { examinePart, fileRows } from './file-rows.js';
import type { BulkFormat, FileRow } from './file-rows.js';
import { ndjsonRecords } from './ndjson-records.js';
import { PartError } from './part-error.js';
import { countLines, decodePart, endsLine, MAX_RECORD } from './part-text.js';

const cells = (text: string) => [...csvRecords(text)].map((record) => record.cells);
const problem = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof PartError) return error.message;
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'accepted';
};
const rowsOf = (text: string, format: BulkFormat = 'csv'): FileRow[] => [
  ...fileRows({ format, text, number: 1, columns: null }),
];
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const needsQuotes = (cell: string) => /[",\r\n]/.test(cell);

describe(csvRecords.name, () => {
  it('reads what was written, whatever the cells, line ends and quotes', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('', '"', '=1+1', 'a,b', 'a\nb', 'a\r\nb', '""', ' x '));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), fc.boolean(), (records, end, always) => {
        const text = records.map(
          (record) => record.map((c) => (always || needsQuotes(c) ? quote(c) : c)).join(',') + end,
        );
        expect(cells(text.join(''))).toEqual(records);
      }),
    );
  });

  it('either reads a text or says in which of its lines it is wrong', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '=', 'ü') }), (text) => {
        try {
          for (const { line } of csvRecords(text)) expect(line).toBeLessThanOrEqual(text.split('\n').length);
        } catch (error) {
          expect(error).toBeInstanceOf(PartError);
          expect((error as PartError).line).toBeLessThanOrEqual(text.split('\n').length);
        }
      }),
    );
  });

  it('knows the line of a record after cells with line breaks and blank lines', () => {
    expect([...csvRecords('a,"1\r\n2"\r\n\r\nb,3\n')].map(({ line }) => line)).toEqual([1, 4]);
  });

  it.each([
    ['a,"b', 'line 1: a quote is not closed within the part'],
    ['a\nb,c"d', 'line 2: a quote stands inside a value that is not quoted'],
    ['a\n"b"c', 'line 2: a value ends with neither a comma nor a line break'],
    ['a\rb', 'line 1: a value ends with neither a comma nor a line break'],
    [`a\n${'b'.repeat(MAX_RECORD + 1)}`, `line 2: a record has more than ${MAX_RECORD} characters`],
  ])('refuses %j', (text, expected) => {
    expect(problem(() => cells(text))).toBe(expected);
  });

  it.each([
    ['quotes that are not closed', (length: number) => '"'.repeat(2 * length + 1)],
    ['quotes within quotes', (length: number) => '""'.repeat(length)],
    ['cells that begin with a quote', (length: number) => ',"'.repeat(length)],
    ['empty lines', (length: number) => '\n'.repeat(2 * length)],
  ])('reads or refuses %s in time proportional to their length', (_, textOf) => {
    expect(growthOfTime(textOf, 50_000, (text) => problem(() => cells(text)))).toBeLessThan(MOST_LINEAR_GROWTH);
  });
});

describe(ndjsonRecords.name, () => {
  it('reads what was written', () => {
    const body = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()));
    fc.assert(
      fc.property(fc.array(body, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (bodies, end) => {
        const text = bodies.map((each) => JSON.stringify(each) + end).join('');
        expect([...ndjsonRecords(text)].map((record) => ({ ...record.body }))).toEqual(
          bodies.map((each) => ({ ...each })),
        );
      }),
    );
  });

  it.each([
    ['{}\n{"a":1,"a":2}\n', /^line 2: the line is not valid JSON/],
    ['{}\n\n[]\n', /^line 3: the line is not a JSON object/],
    ['{"a":\n1}', /^line 1: the line is not valid JSON/],
    [`{"a":"${'b'.repeat(MAX_RECORD)}"}`, /^line 1: a record has more/],
  ])('refuses %j', (text, expected) => {
    expect(problem(() => [...ndjsonRecords(text)])).toMatch(expected);
  });
});

describe(decodePart.name, () => {
  it('takes a byte-order mark at the begin of a file only', () => {
    const marked = Buffer.from('\uFEFFa,b\n');
    expect(decodePart(marked, 1)).toBe('a,b\n');
    expect(problem(() => decodePart(marked, 2))).toBe('line 1: only the first part may begin with a byte-order mark');
  });

  it('names the line that is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('a\nü\n'), Buffer.from([0x62, 0xff, 0x0a]), Buffer.from('c')]);
    expect(problem(() => decodePart(bytes, 1))).toBe('line 3: the bytes are not UTF-8');
  });

  it('knows the lines of the part, and whether the last one is complete', () => {
    expect([countLines(Buffer.from('a\nb\n\nc')), countLines(Buffer.from(''))]).toEqual([3, 0]);
    expect([endsLine(Buffer.from('a\n')), endsLine(Buffer.from('a')), endsLine(Buffer.from(''))]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe(fileRows.name, () => {
  it('makes the body of a transfer of a record', () => {
    const header =
      'transfer_reference_id,amount,destination_account_reference_id,metadata.run,source_statement_display_name';
    expect(rowsOf(`${header}\np-1,100,acct,a,\n`)).toEqual([
      {
        line: 2,
        body: {
          ...{ transfer_reference_id: 'p-1', amount: 100 },
          ...{ destination: { account_reference_id: 'acct' }, metadata: { run: 'a' } },
        },
      },
    ]);
  });

  it.each([
    ['125.00', 12_500],
    ['0.01', 1],
    ['99999999.99', 9_999_999_999],
  ])('reads %s dollars as %s cents, in both formats', (dollars, amount) => {
    const rows = [...rowsOf(`amount_usd\n${dollars}\n`), ...rowsOf(JSON.stringify({ amount_usd: dollars }), 'ndjson')];
    expect(rows.map((row) => ('body' in row ? row.body : row))).toEqual([{ amount }, { amount }]);
  });

  it.each(['125', '125.0', '125.000', '1,25', '-1.00', '01.00', '1e2', ' 1.00', '.50', '=1.00'])(
    'refuses %j as dollars',
    (dollars) => {
      const error = expect.objectContaining({ error_code: 'invalid_amount', field: 'amount' }) as unknown;
      expect(rowsOf(`transfer_reference_id,amount_usd\np-1,${quote(dollars)}\n`)).toEqual([
        { line: 2, error, body: { transfer_reference_id: 'p-1' } },
      ]);
    },
  );

  it('refuses a row with cents and dollars, and one with dollars as a number', () => {
    const both = rowsOf('{"amount":1,"amount_usd":"0.01"}\n{"amount_usd":1}', 'ndjson');
    expect(both.map((row) => 'error' in row && row.error.error_code)).toEqual(['invalid_amount', 'invalid_amount']);
  });

  it('leaves an amount that is no whole number to the rules of a transfer', () => {
    const [row] = rowsOf('amount\n1.5\n');
    expect(row).toEqual({ line: 2, body: { amount: '1.5' } });
  });

  it('refuses a record with other values than columns', () => {
    expect(rowsOf('amount,speed\n1\n')).toEqual([
      { line: 2, error: expect.objectContaining({ error_code: 'invalid_part' }) as unknown },
    ]);
  });

  it.each([
    ['amount,pace', 'unknown_column'],
    ['amount, speed', 'unknown_column'],
    ['metadata.', 'unknown_column'],
    ['metadata.__proto__', 'unknown_column'],
    ['', 'accepted'],
    ['amount,amount', 'duplicate_column'],
    ['amount,amount_usd', 'duplicate_column'],
  ])('answers the header %j with %s', (header, expected) => {
    expect(problem(() => examinePart({ format: 'csv', text: `${header}\n`, number: 1 }))).toBe(expected);
  });

  it('counts the rows that it reads', () => {
    const text = 'amount,speed\n1,asap\n\n2,asap\n';
    expect(examinePart({ format: 'csv', text, number: 1 })).toEqual({ rows: 2, columns: ['amount', 'speed'] });
    expect(examinePart({ format: 'csv', text, number: 2 })).toEqual({ rows: 3, columns: null });
    expect(examinePart({ format: 'ndjson', text: '{}\n\n{}', number: 1 })).toEqual({ rows: 2, columns: null });
  });
});
