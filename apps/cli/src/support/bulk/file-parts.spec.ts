import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileParts } from './file-parts.js';

const MEBIBYTE = 1024 * 1024;

describe('the parts of a file on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const partsOf = async (content: string) => {
    const path = join(folder, 'file.csv');
    writeFileSync(path, content);
    const parts: { text: string; linesBefore: number; done: number }[] = [];
    for await (const { content: bytes, linesBefore, done } of fileParts(path, 'csv')) {
      parts.push({ text: bytes.toString(), linesBefore, done: Math.round(100 * done) });
    }
    return parts;
  };

  it('leave a value with line breaks whole, and know how many lines are before them', async () => {
    const first = `a\n${'x'.repeat(MEBIBYTE - 10)}\n`;
    const second = '"1\n2\n3\n4"\n5\n';
    expect(await partsOf(`${first}${second}`)).toEqual([
      { text: first, linesBefore: 0, done: 100 },
      { text: second, linesBefore: 2, done: 100 },
    ]);
  });

  it('are one for a file of exactly 1 MiB, and for an empty one', async () => {
    const full = 'x'.repeat(MEBIBYTE);
    expect(await partsOf(full)).toEqual([{ text: full, linesBefore: 0, done: 100 }]);
    expect(await partsOf('')).toEqual([{ text: '', linesBefore: 0, done: 100 }]);
  });

  it('are not read from a path that is none', async () => {
    await expect(fileParts(join(folder, 'none.csv'), 'csv').next()).rejects.toThrow('cannot be read (ENOENT)');
  });
});
