import {
  achLines,
  addenda05,
  asFile,
  brokenAchFiles,
  fileHeaderLine,
  oddAchFiles,
  validAchFiles,
} from '@payments/testing';
import { AchFileError } from './ach-diagnostic.js';
import type { AchEvent } from './ach-events.js';
import { readAchFile, readVerifiedAchFile } from './ach-file-reader.js';
import type { AchWaiver } from './ach-rules.table.js';

type Accept = readonly AchWaiver[];

async function events(
  bytes: Buffer,
  { accept = [], size = bytes.length || 1 }: { accept?: Accept; size?: number } = {},
) {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const found: AchEvent[] = [];
  for await (const event of readAchFile(chunks, { accept })) found.push(event);
  return found;
}

const entriesOf = (found: readonly AchEvent[]) =>
  found.flatMap((each) => (each.kind === 'entries' ? each.entries : []));

async function diagnosticsOf(bytes: Buffer, accept: Accept = []) {
  const error = await events(bytes, { accept }).catch((reason: unknown) => reason);
  if (!(error instanceof AchFileError)) throw new Error('the file was not refused');
  return error.diagnostics;
}

describe('the reader of NACHA files', () => {
  it.each(validAchFiles)('reads a file $name', async ({ bytes, accept, expected }) => {
    const found = await events(bytes, { accept: accept as Accept });
    const closed = found.at(-1);
    if (closed?.kind !== 'file_closed') throw new Error('the file is not closed');
    const { batches, totals } = closed;
    expect([batches, entriesOf(found).length, totals.debit, totals.credit]).toEqual(expected);
  });

  it.each(validAchFiles)('reads a file $name byte by byte with the same result', async ({ bytes, accept }) => {
    const options = { accept: accept as Accept };
    expect(await events(bytes, { ...options, size: 1 })).toEqual(await events(bytes, options));
  });

  it.each(brokenAchFiles)('refuses a file with $name', async ({ bytes, accept, expected }) => {
    const [first] = await diagnosticsOf(bytes, accept as Accept);
    expect([first!.line, first!.rule, first!.field]).toEqual(expected);
  });

  it.each(oddAchFiles)('reads a file with $name, and leaves the entry to a person', async ({ bytes, expected }) => {
    const odd = entriesOf(await events(bytes)).flatMap((each) => each.odd ?? []);
    expect(odd.map(({ line, rule, field }) => [line, rule, field])).toEqual([expected]);
  });

  it.each([
    ['a return with the code of a payment', 'forward_codes'],
    ['remittance addenda before a return', 'remittance_in_return'],
    ['an addenda sequence of 2', 'remittance_in_return'],
  ] as const)('reads %s as usual where %s is waived', async (name, waiver) => {
    const { bytes } = oddAchFiles.find((each) => each.name === name)!;
    const found = await events(bytes, { accept: [waiver] });
    expect(entriesOf(found).map(({ odd }) => odd)).toEqual(entriesOf(found).map(() => null));
    if (name.endsWith('return')) expect(entriesOf(found)[0]!.addenda!.kind).toBe('return');
  });

  it('reads several files in one delivery, each with its own controls', async () => {
    const [first, second] = [achLines([{ entries: [{}] }]), achLines([{ entries: [{}, {}] }])];
    const bytes = Buffer.concat([asFile(first), Buffer.alloc(3), Buffer.from('\ufeff'), asFile(second)]);
    const closed = (await events(bytes)).flatMap((each) => (each.kind === 'file_closed' ? each.totals.debit : []));
    expect(closed).toEqual([1_000, 2_000]);
    const short = asFile([...first, ...second.toSpliced(2, 1)]);
    expect((await diagnosticsOf(short)).map(({ rule }) => rule)).toContain('total_debit');
  });

  it.each(validAchFiles.filter(({ accept }) => accept))('refuses a file $name unless that is waived', async (file) => {
    await expect(events(file.bytes)).rejects.toThrow(AchFileError);
  });

  it('says which rules a file breaks that are waived', async () => {
    const file = validAchFiles.find(({ accept }) => accept?.includes('foreign_trace'))!;
    const closed = (await events(file.bytes, { accept: ['foreign_trace'] })).at(-1);
    expect(closed).toMatchObject({ kind: 'file_closed', waived: ['trace_order'] });
  });

  it('emits entries in groups of at most 1000, between the events of their batch', async () => {
    const entries = Array.from({ length: 2_500 }, () => ({}));
    const found = await events(asFile(achLines([{ entries }])));
    const shown = found.map((each) => (each.kind === 'entries' ? each.entries.length : each.kind));
    expect(shown).toEqual(['file_opened', 'batch_opened', 1000, 1000, 500, 'batch_closed', 'file_closed']);
  });

  it('hands on batches of other SEC codes as they are', async () => {
    const lines = achLines([{ sec: 'IAT', entries: [{ account: 'FOREIGN' }] }]);
    const found = await events(asFile(lines));
    expect(found).toContainEqual(expect.objectContaining({ records: [{ line: 3, text: lines[2] }] }));
  });

  it('hands on enrollments as they are, with their addenda, and never as entries', async () => {
    const addenda = [addenda05(1, '22*12200004*3*123987654321*777777777*DOE*JOHN*1\\')];
    const lines = achLines([{ sec: 'ENR', serviceClass: 225, entries: [{ code: 28, amount: 0, addenda }] }]);
    const found = await events(asFile(lines));
    expect(found).toContainEqual(
      expect.objectContaining({
        records: [
          { line: 3, text: lines[2] },
          { line: 4, text: lines[3] },
        ],
      }),
    );
    expect(found.some(({ kind }) => kind === 'entries')).toBe(false);
  });

  it('refuses automated accounting advices, whose amounts are in other columns', async () => {
    const hash = '0023138010';
    const lines = [
      fileHeaderLine,
      `5280${'ACME CORP'.padEnd(36)}1234567890ADV${'ADVICE'.padEnd(16)}261124   0091000010000001`,
      `681231380104${'744567899'.padEnd(15)}000000100000121042882FILE1 ${'BEST CO'.padEnd(22)}  0011000010501001`,
      `8280000001${hash}${'0'.repeat(20)}${'100000'.padStart(20, '0')}${' '.repeat(19)}091000010000001`,
      `900000100000100000001${hash}${'0'.repeat(20)}${'100000'.padStart(20, '0')}${' '.repeat(23)}`,
    ];
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([94]));
    const found = await events(asFile(lines)).catch((reason: unknown) => reason);
    expect(found).toBeInstanceOf(AchFileError);
  });

  it('reports at most 20 diagnostics, each with line and columns', async () => {
    const lines = achLines([{ entries: Array.from({ length: 50 }, () => ({ code: 25 })) }]);
    const diagnostics = await diagnosticsOf(asFile(lines));
    expect(diagnostics).toHaveLength(20);
    expect(diagnostics[19]).toEqual({
      ...{ line: 22, column_from: 2, column_to: 3, record: 'entry detail', field: 'transaction_code' },
      ...{ rule: 'transaction_code', expected: 'a transaction code', found: '25' },
    });
  });

  it('reports a broken record once, and not the sums that cannot agree any more', async () => {
    const lines = achLines([{ entries: [{}, { code: 25 }, {}] }]);
    expect((await diagnosticsOf(asFile(lines))).map(({ rule }) => rule)).toEqual(['transaction_code']);
  });

  it('never puts an account number or a name into a diagnostic', async () => {
    const lines = achLines([{ entries: [{ account: '98765432101234567', name: 'MARGARET HAMILTON' }] }]);
    for (let column = 1; column <= 94; column++) {
      for (const shift of [
        (line: string) => line.slice(0, column - 1) + line.slice(column) + ' ',
        (line: string) => `6${line.slice(column)}`.padEnd(94),
      ]) {
        const file = asFile(lines.map((line, at) => (at === 2 ? shift(line) : line)));
        const error = await events(file).catch((reason: unknown) => reason);
        if (error instanceof AchFileError)
          expect(JSON.stringify(error)).not.toMatch(/8765|5432|3456|MARG|GARET|HAMIL|ILTON/);
      }
    }
  });

  it('yields no event after a fault', async () => {
    const lines = achLines([{ entries: [{}] }, { entries: [{}] }]);
    const found: AchEvent[] = [];
    const chunks = lines.map((line, at) => Buffer.from(`${at === 1 ? line.replace('PPD', 'P\tD') : line}\n`));
    await expect(
      (async () => {
        for await (const event of readAchFile(chunks)) found.push(event);
      })(),
    ).rejects.toThrow(AchFileError);
    expect(found.map(({ kind }) => kind)).toEqual(['file_opened']);
  });

  it('yields nothing of a verified file before all of it is found sound', async () => {
    const lines = achLines([{ entries: [{}] }]);
    const open = (file: Buffer) => () => [file];
    const sound = asFile(lines);
    const unsound = asFile(lines.map((line, at) => (at === lines.length - 1 ? `9000002${line.slice(7)}` : line)));
    const first = async (file: Buffer) => (await readVerifiedAchFile(open(file)).next()).value as AchEvent;
    expect(await first(sound)).toMatchObject({ kind: 'file_opened' });
    await expect(first(unsound)).rejects.toThrow(AchFileError);
  });
});
