import { formatOf, hexOf, partsOf, sha256 } from './parts.js';
import type { BulkFormat } from './parts.js';

async function partsIn(text: string, format: BulkFormat, partBytes: number): Promise<[string, number][]> {
  const file = new Blob([text]);
  const sizes: number[] = [];
  const slice = file.slice.bind(file);
  file.slice = (start, end) => {
    sizes.push(end! - start!);
    return slice(start, end);
  };
  const parts: [string, number][] = [];
  for await (const part of partsOf(file, format, partBytes)) {
    expect(part.number).toBe(parts.length + 1);
    parts.push([new TextDecoder().decode(part.bytes), part.linesBefore]);
    expect(part.end).toBe(parts.map(([each]) => each).join('').length);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(partBytes);
  expect(parts.map(([each]) => each).join('')).toBe(text);
  return parts;
}

describe('the parts of a file', () => {
  it('end with a line, are read one by one, and know how many lines are before them', async () => {
    expect(await partsIn('a,b\n1,2\n3,4\n5,6', 'csv', 9)).toEqual([
      ['a,b\n1,2\n', 0],
      ['3,4\n5,6', 2],
    ]);
  });

  it('do not end within the quotes of a CSV file, also where these are doubled', async () => {
    expect(await partsIn('a\n"1\n""2\n"\n3\n', 'csv', 12)).toEqual([
      ['a\n"1\n""2\n"\n', 0],
      ['3\n', 4],
    ]);
    expect(await partsIn('a\n"1\n2\n"\n', 'csv', 8)).toEqual([
      ['a\n', 0],
      ['"1\n2\n"\n', 1],
    ]);
  });

  it('take quotes of JSON as they are: a line is a record', async () => {
    expect(await partsIn('{"a":"\\""}\n{"b":1}\n', 'ndjson', 14)).toEqual([
      ['{"a":"\\""}\n', 0],
      ['{"b":1}\n', 1],
    ]);
  });

  it('are cut where a record is longer than a part, which the service refuses', async () => {
    expect(await partsIn('123456789\n1\n', 'csv', 4)).toEqual([
      ['1234', 0],
      ['5678', 0],
      ['9\n1\n', 0],
    ]);
  });
});

it.each([
  ['transfer_reference_id,amount\n', 'csv'],
  ['\uFEFFtransfer_reference_id\n', 'csv'],
  ['{"amount":1}\n', 'ndjson'],
  ['\uFEFF\n {"amount":1}\n', 'ndjson'],
  ['', 'csv'],
])('a file that begins with %j is %s', async (text, format) => {
  expect(await formatOf(new Blob([text]))).toBe(format);
});

it('a digest is shown as other tools show it', async () => {
  expect(hexOf(await sha256(new TextEncoder().encode('abc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
