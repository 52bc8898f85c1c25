import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readAchFile } from '../../apps/bank/src/ach/file-reader.js';

interface Sample {
  readonly file: string;
  readonly entries: number;
  readonly batches: number;
  readonly debit_cents: number;
  readonly credit_cents: number;
  readonly sec_codes: readonly string[];
  readonly sha256: string;
  readonly variant: Readonly<Record<string, unknown>>;
}

/** Enough for each value of each axis with more than one file. */
const VARIANTS = 6;

describe('npm run sample-files', () => {
  const out = mkdtempSync(join(tmpdir(), 'samples-'));
  let samples: readonly Sample[];
  beforeAll(async () => {
    const script = join(__dirname, 'sample-files.mjs');
    await promisify(execFile)(process.execPath, [script, '--out', out, '--variants', String(VARIANTS)]);
    samples = (JSON.parse(readFileSync(join(out, 'index.json'), 'utf8')) as { files: Sample[] }).files;
  });
  afterAll(() => rmSync(out, { recursive: true }));

  it('writes at least one file for each variant, and all that it says of them is so', () => {
    expect(new Set(samples.map(({ variant }) => JSON.stringify(variant))).size).toBe(VARIANTS);
    for (const { file, entries, batches, debit_cents, credit_cents, sha256, variant } of samples) {
      const bytes = readFileSync(join(out, file));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      // The reader of the simulated bank throws on anything that a bank could refuse.
      const read = readAchFile(bytes);
      const offsets = variant['offset'] === 'balanced_batch' ? read.batches.length : 0;
      expect(read.batches).toHaveLength(batches);
      expect(read.batches.flatMap((batch) => batch.entries)).toHaveLength(entries + offsets);
      expect(read.totals).toMatchObject({ debitCents: debit_cents, creditCents: credit_cents });
      expect(bytes.includes('\r\n')).toBe(variant['line_ending'] === 'crlf');
    }
  });

  it('has the longest values of every field', () => {
    const texts = samples.map(({ file }) => readFileSync(join(out, file), 'latin1'));
    for (const longest of ['9999999999', '12345678901234567', 'LUKASZ ZOLC & SON "AETH']) {
      expect(texts.some((text) => text.toUpperCase().includes(longest.slice(0, 22)))).toBe(true);
    }
  });
});
