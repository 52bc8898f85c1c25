import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@payments/testing';
import type { AchBatch, AchEntry, AchFile, BatchHeader } from '../../apps/bank/src/ach/ach-file.js';
import { readAchFile } from '../../apps/bank/src/ach/file-reader.js';
import { guards } from '../support/guards.js';

guards('test/samples', 'apps/bank/src/ach', 'libs/rails/src/domain/ach');

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

/** A sample as another reader sees it. */
interface Read {
  readonly text: string;
  readonly file: AchFile;
  /** Without offsets. */
  readonly entries: readonly (AchEntry & Pick<BatchHeader, 'sec' | 'description'>)[];
}

/** More than the connections that one list may have: any two values of two axes are together in one of them. */
const VARIANTS = 101;

const isOffset = ({ name }: AchEntry) => name === 'OFFSET';
const isDebit = ({ code }: AchEntry) => code.endsWith('7');
const offsetsOf = ({ entries }: AchBatch) => entries.filter(isOffset).length;
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{15}$/;
/** Only credits have a customer reference. */
const ownReference = (entry: AchEntry) => (isDebit(entry) ? REFERENCE : /^customer \d+$/i).test(entry.identification);
const countOf = (values: readonly unknown[]) => new Set(values).size;
const directions = ({ entries }: Read) => countOf(entries.map(isDebit));
const secs = ({ entries }: Read) => countOf(entries.map(({ sec }) => sec));
const web = ({ entries }: Read) => entries.filter(({ sec }) => sec === 'WEB');
const dates = ({ file }: Read) => file.batches.map(({ header }) => header);

/** What a file shows of each choice of a profile. */
const SHOWN: Readonly<Record<string, (read: Read, chosen: unknown) => boolean>> = {
  offset: ({ file }, chosen) =>
    file.batches.every((batch) => offsetsOf(batch) === (chosen === 'balanced_batch' ? 1 : 0)),
  line_ending: ({ text }, chosen) => text.includes('\r\n') === (chosen === 'crlf'),
  pad_blocks: ({ text }, chosen) => {
    const lines = text.trimEnd().split(/\r?\n/);
    return chosen === true ? lines.length % 10 === 0 : lines.at(-1)![1] !== '9';
  },
  letter_case: ({ text }, chosen) => /[a-z]/.test(text) === (chosen === 'as_given'),
  addenda: ({ entries }, chosen) =>
    entries.every(({ addenda, description }) => {
      const isOfClient = !/^(payment|purchase)$/i.test(description);
      return addenda.length === (chosen === 'descriptor' && isOfClient ? 1 : 0);
    }),
  individual_id: ({ entries }, chosen) =>
    entries.every((entry) => {
      if (chosen === 'customer_reference') return ownReference(entry);
      return chosen === 'blank' ? entry.identification === '' : REFERENCE.test(entry.identification);
    }),
  descriptive_date: (read, chosen) =>
    dates(read).every(({ descriptiveDate, effectiveDate }) => {
      if (chosen === 'sd') return /^SD\d{4}$/.test(descriptiveDate);
      return descriptiveDate === (chosen === 'date' ? effectiveDate : '');
    }),
  web_payment_type: (read, chosen) => web(read).every(({ data }) => data.trim() === chosen),
  separate_files: (read, chosen) =>
    (!['direction', 'both'].includes(String(chosen)) || directions(read) === 1) &&
    (!['sec', 'both'].includes(String(chosen)) || secs(read) === 1),
};

describe('npm run sample-files', () => {
  const out = mkdtempSync(join(tmpdir(), 'samples-'));
  let samples: readonly Sample[];
  beforeAll(async () => {
    const script = join(__dirname, 'sample-files.mjs');
    const counts = ['--variants', String(VARIANTS), '--enterprises', '1'];
    await promisify(execFile)(process.execPath, [script, '--out', out, ...counts]);
    samples = (JSON.parse(readFileSync(join(out, 'index.json'), 'utf8')) as { files: Sample[] }).files;
  });
  afterAll(() => rmSync(out, { recursive: true }));

  const read = ({ file: name }: Sample): Read => {
    const bytes = readFileSync(join(out, name));
    // The reader of the simulated bank throws on anything that a bank could refuse.
    const file = readAchFile(bytes);
    const entries = file.batches.flatMap(({ header: { sec, description }, entries: own }) =>
      own.map((each) => ({ ...each, sec, description })),
    );
    return { text: bytes.toString('latin1'), file, entries: entries.filter((each) => !isOffset(each)) };
  };

  it('writes at least one file for each variant, and all that it says of them is so', () => {
    expect(countOf(samples.map(({ variant }) => JSON.stringify(variant)))).toBe(VARIANTS);
    for (const sample of samples) {
      const { text, file, entries } = read(sample);
      expect(createHash('sha256').update(text, 'latin1').digest('hex')).toBe(sample.sha256);
      expect(file.batches).toHaveLength(sample.batches);
      expect(entries).toHaveLength(sample.entries);
      expect(file.totals).toMatchObject({ debitCents: sample.debit_cents, creditCents: sample.credit_cents });
      expect(countOf(entries.map(({ sec }) => sec))).toBe(sample.sec_codes.length);
    }
  });

  it('leaves nothing when it is stopped', async () => {
    const place = mkdtempSync(join(tmpdir(), 'stopped-'));
    const samplesOut = join(place, 'out');
    const child = spawn(process.execPath, [join(__dirname, 'sample-files.mjs'), '--out', samplesOut], {
      env: { ...process.env, TMPDIR: place },
      stdio: 'ignore',
    });
    const hasStage = () => readdirSync(place).some((name) => name.startsWith('sample-files-'));
    await eventually('it has begun', async () => Promise.resolve(hasStage()));
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, readdirSync(place)]).toEqual([130, []]);
    rmSync(place, { recursive: true });
  });

  it.each(Object.entries(SHOWN))(
    'has every choice of %s, and each file shows the one of its variant',
    (axis, isShown) => {
      const chosen = samples.map((sample) => ({ sample, value: sample.variant[axis] }));
      expect(countOf(chosen.map(({ value }) => value))).toBeGreaterThan(1);
      const hidden = chosen.filter(({ sample, value }) => !isShown(read(sample), value));
      expect(hidden.map(({ sample, value }) => `${sample.file}: ${String(value)}`)).toEqual([]);
    },
  );

  it('has WEB entries with each payment type, and the longest values of every field', () => {
    const texts = samples.map((sample) => read(sample));
    expect(countOf(texts.flatMap((each) => web(each).map(({ data }) => data)))).toBe(3);
    for (const longest of ['9999999999', '12345678901234567', 'LUKASZ ZOLC & SON "AETH']) {
      expect(texts.some(({ text }) => text.toUpperCase().includes(longest.slice(0, 22)))).toBe(true);
    }
  });
});
