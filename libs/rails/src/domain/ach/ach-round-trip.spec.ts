import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { AchFormatError } from './ach-diagnostic.js';
import { readAchFile } from './ach-file-reader.js';
import { AchFileWriter, type BatchToWrite, type EntryToWrite } from './ach-file-writer.js';
import type { Addenda, BatchHeader, EntryDetail, FileHeader } from './ach-records.table.js';
import { returnKind } from './return-codes.table.js';
import { checkDigitOf } from './routing-number.js';
import { traceNumber } from './trace-number.js';
import { transactionCodes } from './transaction-code.table.js';

const ODFI = '09100001';

const digitsOf = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const orBlank = (digits: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), digits);
/** Any text that a field holds: its trailing blanks are filling. */
const textOf = (maxLength: number, minLength = 0) =>
  fc
    .string({ unit: fc.constantFrom(...' #&-./09AMZamz~'), minLength, maxLength })
    .map((text) => text.trimEnd())
    .filter((text) => text.length >= minLength);

const fileHeader: fc.Arbitrary<FileHeader> = fc.record({
  immediate_destination: textOf(10),
  immediate_origin: textOf(10),
  creation_date: fc.constantFrom('261123', '280229', '000101'),
  creation_time: fc.constantFrom('', '0000', '2359'),
  file_id_modifier: fc.constantFrom('', 'A', '9'),
  destination_name: textOf(23),
  origin_name: textOf(23),
  reference_code: textOf(8),
});

const batchHeader = fc.record({
  company_name: textOf(16),
  company_discretionary_data: textOf(20),
  company_id: textOf(10),
  company_entry_description: textOf(10),
  company_descriptive_date: textOf(6),
  effective_entry_date: digitsOf(6),
  settlement_date: fc.constantFrom('', '001', '366'),
  originator_status_code: digitsOf(1),
});

const remittance = fc.record({ payment_related_information: textOf(80) });
const returned = fc.record({
  return_code: fc.constantFrom('R01', 'R10', 'R53', 'R85'),
  original_trace: orBlank(digitsOf(15)),
  date_of_death: orBlank(digitsOf(6)),
  original_receiving_dfi: digitsOf(8),
  addenda_information: textOf(44),
  trace_number: digitsOf(15),
});
const dishonored = fc.record({
  return_code: fc.constantFrom('R61', 'R70'),
  original_trace: digitsOf(15),
  original_receiving_dfi: digitsOf(8),
  return_trace: digitsOf(15),
  return_settlement_date: digitsOf(3),
  original_return_code: digitsOf(2),
  addenda_information: textOf(21),
  trace_number: digitsOf(15),
});
const contested = fc.record({
  return_code: fc.constantFrom('R71', 'R77'),
  original_trace: digitsOf(15),
  original_return_date: digitsOf(6),
  original_receiving_dfi: digitsOf(8),
  original_settlement_date: digitsOf(3),
  return_trace: digitsOf(15),
  return_settlement_date: digitsOf(3),
  original_return_code: digitsOf(2),
  dishonored_return_trace: digitsOf(15),
  dishonored_return_settlement_date: digitsOf(3),
  dishonored_return_code: digitsOf(2),
  trace_number: digitsOf(15),
});
const change = fc.record({
  change_code: fc.constantFrom('C01', 'C13', 'C99'),
  original_trace: digitsOf(15),
  original_receiving_dfi: digitsOf(8),
  corrected_data: textOf(29),
  trace_number: digitsOf(15),
});

const codesFor = (...uses: string[]) =>
  [...transactionCodes].filter(([, { use }]) => uses.includes(use)).map(([code]) => code);

/** The codes and addenda that an entry may have, by what it is. */
const kinds = {
  entry: { codes: codesFor('entry'), addenda: fc.constant(null) },
  remittance: { codes: codesFor('entry', 'zero_dollar', 'prenote'), addenda: remittance },
  return: { codes: codesFor('return'), addenda: fc.oneof(returned, dishonored, contested) },
  change: { codes: codesFor('return'), addenda: change },
} as const;

const entryOf = (kind: keyof typeof kinds) =>
  fc
    .record({
      code: fc.constantFrom(...kinds[kind].codes),
      dfi: digitsOf(8),
      amount: fc.oneof(fc.integer({ min: 1, max: 9_999_999_999 }), fc.constantFrom(1, 9_999_999_999)),
      account_number: textOf(17),
      individual_id: textOf(15),
      individual_name: textOf(22, 1),
      discretionary_data: textOf(2),
      addenda: kinds[kind].addenda as fc.Arbitrary<object | null>,
    })
    .map((parts) => ({ kind, ...parts }));

const batch = fc.constantFrom('PPD', 'CCD', 'WEB', 'COR').chain((sec) => {
  const of = sec === 'COR' ? (['change'] as const) : (['entry', 'remittance', 'return'] as const);
  const entries = fc.array(fc.constantFrom(...of).chain(entryOf), { minLength: 1, maxLength: 4 });
  return fc.record({ sec: fc.constant(sec), header: batchHeader, entries });
});
type DrawnBatch = typeof batch extends fc.Arbitrary<infer T> ? T : never;

function addendaOf(values: object | null, trace: string): Addenda | null {
  if (values === null) return null;
  if ('change_code' in values) return { kind: 'change', values } as Addenda;
  if ('return_code' in values) return { kind: returnKind(String(values.return_code)), values } as Addenda;
  return {
    kind: 'remittance',
    values: { ...values, sequence_number: 1, entry_sequence_number: trace.slice(-7) },
  } as Addenda;
}

function assemble({ sec, header, entries }: DrawnBatch, place: number): BatchToWrite & { entries: EntryToWrite[][] } {
  const written = entries.map(({ code, dfi, amount, addenda, kind: _, ...texts }, at): EntryToWrite => {
    const trace_number = traceNumber(ODFI, at * 3 + 1);
    const movesNothing = sec === 'COR' || ['prenote', 'zero_dollar'].includes(transactionCodes.get(code)!.use);
    const detail: EntryDetail = {
      ...texts,
      transaction_code: code,
      receiving_dfi: dfi,
      check_digit: String(checkDigitOf(dfi)),
      amount: movesNothing ? 0 : amount,
      addenda_indicator: addenda === null ? 0 : 1,
      trace_number,
    };
    return { detail, addenda: addendaOf(addenda, trace_number) };
  });
  return { header: { ...header, sec, service_class: 200, odfi: ODFI, batch_number: place + 1 }, entries: [written] };
}

async function write(writer: AchFileWriter, batches: readonly BatchToWrite[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writer.write(batches)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function read(bytes: Buffer) {
  const file = {
    headers: [] as unknown[],
    batches: [] as { header: BatchHeader; entries: EntryToWrite[] }[],
    totals: {},
  };
  for await (const event of readAchFile([bytes])) {
    if (event.kind === 'file_opened') file.headers.push(event.header);
    if (event.kind === 'batch_opened') file.batches.push({ header: event.batch.header, entries: [] });
    if (event.kind === 'entries') {
      file.batches.at(-1)!.entries.push(...event.entries.map(({ detail, addenda }) => ({ detail, addenda })));
    }
    if (event.kind === 'file_closed') file.totals = { ...event.totals, batches: event.batches };
  }
  return file;
}

const options = fc.record({ line_ending: fc.constantFrom('lf', 'crlf'), pad_blocks: fc.boolean() });

describe('a NACHA file that is written', () => {
  it('is read with every field as it was', async () => {
    const file = fc.record({ header: fileHeader, batches: fc.array(batch, { minLength: 1, maxLength: 3 }), options });
    const identity = fc.asyncProperty(file, async ({ header, batches, options: how }) => {
      const written = batches.map(assemble);
      const writer = new AchFileWriter(header, how);
      const found = await read(await write(writer, written));
      expect(found.headers).toEqual([header]);
      expect(found.batches).toEqual(written.map((each) => ({ header: each.header, entries: each.entries.flat() })));
      expect(found.totals).toEqual(writer.totals);
    });
    await fc.assert(identity, { numRuns: countOf(2_000, 'ROUND_TRIPS') });
  });

  const header: FileHeader = {
    ...{ immediate_destination: ' 091000019', immediate_origin: '1234567890', creation_date: '261123' },
    ...{ creation_time: '0905', file_id_modifier: 'A', destination_name: 'FIRST BANK', origin_name: 'ACME' },
    reference_code: '',
  };
  const company: BatchHeader = {
    ...{ service_class: 200, company_name: 'ACME', company_discretionary_data: '', company_id: '1234567890' },
    ...{ sec: 'PPD', company_entry_description: 'PAYMENT', company_descriptive_date: '', odfi: ODFI },
    ...{ effective_entry_date: '261124', settlement_date: '', originator_status_code: '1', batch_number: 1 },
  };
  const detail: EntryDetail = {
    ...{ transaction_code: 27, receiving_dfi: '23138010', check_digit: '4', account_number: '123', amount: 1 },
    ...{ individual_id: '', individual_name: 'A', discretionary_data: '', addenda_indicator: 0 },
    trace_number: traceNumber(ODFI, 1),
  };
  const of = (...details: Partial<EntryDetail>[]): BatchToWrite => ({
    header: company,
    entries: [details.map((each) => ({ detail: { ...detail, ...each }, addenda: null }))],
  });
  const lengths = async (batches: readonly BatchToWrite[]) => {
    const chunks: number[] = [];
    for await (const chunk of new AchFileWriter(header).write(batches)) chunks.push(chunk.length);
    return chunks;
  };

  it('comes in chunks of at most 64 KiB', async () => {
    const details = Array.from({ length: 2_000 }, (_, at) => ({ trace_number: traceNumber(ODFI, at + 1) }));
    const found = await lengths([of(...details)]);
    expect(Math.max(...found)).toBeLessThanOrEqual(65_536);
    expect(found.reduce((sum, each) => sum + each)).toBe(2_010 * 95);
  });

  it('has the same bytes each time', async () => {
    const bytes = () => write(new AchFileWriter(header), [of({})]);
    expect((await bytes()).equals(await bytes())).toBe(true);
  });

  it.each<[string, Partial<EntryDetail>, string]>([
    ['an amount of 11 digits', { amount: 10_000_000_000 }, 'amount'],
    ['an amount of nothing', { amount: 0 }, 'amount'],
    ['half a cent', { amount: 0.5 }, 'amount'],
    ['an amount below nothing', { amount: -1 }, 'amount'],
    ['an account number of 18 characters', { account_number: '1'.repeat(18) }, 'account_number'],
    ['a name of 23 characters', { individual_name: 'A'.repeat(23) }, 'individual_name'],
    ['a name in another character set', { individual_name: 'Zo\u00eb' }, 'individual_name'],
    ['a name with a line end', { individual_name: 'A\nB' }, 'individual_name'],
    ['no name', { individual_name: '' }, 'individual_name'],
    ['a short routing number', { receiving_dfi: '2313801' }, 'check_digit'],
    ['a wrong check digit', { check_digit: '5' }, 'check_digit'],
    ['an unknown transaction code', { transaction_code: 25 }, 'transaction_code'],
    ['addenda that are missing', { addenda_indicator: 1 }, 'addenda_indicator'],
    ['a trace number of another bank', { trace_number: '091000020000001' }, 'trace_number'],
  ])('is refused for %s, without repeating it', async (_, wrong, field) => {
    const error = await lengths([of(wrong)]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AchFormatError);
    expect(error).toMatchObject({ record: 'entry detail', field });
  });

  it('is refused for trace numbers that do not ascend', async () => {
    await expect(lengths([of({}, {})])).rejects.toThrow(AchFormatError);
  });

  it('is refused for batch numbers that do not ascend', async () => {
    await expect(lengths([of({}), of({})])).rejects.toThrow(AchFormatError);
  });

  it('is refused for a batch without entries', async () => {
    await expect(lengths([of()])).rejects.toThrow(AchFormatError);
  });

  it('is refused for a batch whose total does not fit its control', async () => {
    const most = Array.from({ length: 101 }, (_, at) => ({
      amount: 9_999_999_999,
      trace_number: traceNumber(ODFI, at + 1),
    }));
    await expect(lengths([of(...most.slice(0, 100))])).resolves.toBeDefined();
    await expect(lengths([of(...most)])).rejects.toThrow('batch control: total_debit');
  });

  it.each([100_000, 150_000, 300_000])('of %i entries is read while it is written', async (count) => {
    const size = 1_000;
    function* groups() {
      for (let first = 1; first <= count; first += size) {
        yield Array.from({ length: size }, (_, at): EntryToWrite => {
          return { detail: { ...detail, trace_number: traceNumber(ODFI, first + at) }, addenda: null };
        });
      }
    }
    const writer = new AchFileWriter(header);
    let entries = 0;
    for await (const event of readAchFile(writer.write([{ header: company, entries: groups() }]))) {
      if (event.kind === 'entries') entries += event.entries.length;
    }
    expect([entries, writer.totals]).toMatchObject([count, { batches: 1, records: count, debit: count, credit: 0 }]);
  });
});
