import { fileParts } from './file-parts.js';

const MEBIBYTE = 1024 * 1024;
const partsOf = (text: string, format: 'csv' | 'ndjson') =>
  fileParts(Buffer.from(text), format).map((part) => Buffer.from(part).toString());
const filled = (bytes: number) => `${'x'.repeat(bytes - 1)}\n`;

describe('the parts of a file', () => {
  it('are one for a file of at most 1 MiB, or without content', () => {
    expect(partsOf('a\n1', 'csv')).toEqual(['a\n1']);
    expect(partsOf('', 'csv')).toEqual(['']);
    expect(partsOf(filled(MEBIBYTE), 'csv')).toHaveLength(1);
  });

  it('end with the last line within 1 MiB', () => {
    const [first, second] = [filled(MEBIBYTE - 4), '123456\n7'];
    expect(partsOf(`${first}${second}`, 'csv')).toEqual([first, second]);
    expect(partsOf(`${first}${second}`, 'ndjson')).toEqual([first, second]);
  });

  it('do not end within the quotes of a CSV file, also where these are doubled', () => {
    const [first, quoted] = [filled(MEBIBYTE - 10), '"1\n""2\n"\n3\n'];
    const crossing = `${first}${quoted}`;
    expect(partsOf(crossing.replace('3\n', '3333\n'), 'csv')).toEqual([`${first}"1\n""2\n"\n`, '3333\n']);
    expect(partsOf(`${filled(MEBIBYTE - 6)}${quoted}`, 'csv')).toEqual([filled(MEBIBYTE - 6), quoted]);
  });

  it('take quotes of JSON as they are: a line is a record', () => {
    const first = `${filled(MEBIBYTE - 12)}{"a":"\\""}\n`;
    expect(partsOf(`${first}{"b":1}\n`, 'ndjson')).toEqual([first, '{"b":1}\n']);
  });

  it('are cut at 1 MiB where a record is longer, which the service refuses', () => {
    expect(partsOf(filled(2 * MEBIBYTE + 1), 'csv').map(({ length }) => length)).toEqual([MEBIBYTE, MEBIBYTE, 1]);
  });

  it('are all of the file, and each of a CSV file has whole quotes, wherever 1 MiB ends', () => {
    const records = '"1\n""2""\n",a\nb,"3\n"\n'.repeat(3);
    for (let before = MEBIBYTE - records.length - 2; before <= MEBIBYTE + 2; before += 1) {
      const text = `${filled(before)}${records}`;
      const parts = partsOf(text, 'csv');
      expect(parts.join('') === text).toBe(true);
      expect(parts.map((part) => part.split('"').length % 2)).toEqual(parts.map(() => 1));
      expect(parts.every(({ length }) => length <= MEBIBYTE)).toBe(true);
    }
  });
});
