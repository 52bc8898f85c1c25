import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  AchFileWriter,
  checkDigitOf,
  traceNumber,
  type BatchToWrite,
  type EntryToWrite,
  type FileHeader,
} from '@payments/rails';
import { countOf } from '@payments/testing';
import type { AchFile } from '../../apps/bank/src/ach/ach-file.js';
import { readAchFile } from '../../apps/bank/src/ach/file-reader.js';
import { RefusedFile } from '../../apps/bank/src/ach/refusal.js';
import type { BankEvent } from '../../apps/bank/src/journal/events.js';
import { Acceptance } from '../../apps/bank/src/odfi/acceptance.js';
import { FileHistory } from '../../apps/bank/src/odfi/file-history.js';
import { parseBankSettings } from '../../apps/bank/src/settings/bank-settings.js';
import { BankStage } from '../support/bank/bank-stage.js';
import { WEDNESDAY, linesOf } from '../support/bank/company-files.js';
import { guards } from '../support/guards.js';

guards('apps/bank/src', 'libs/rails/src/domain');

const ODFI = '09100001';
const customers = [{ immediate_origin: '1234567890', company_ids: ['1234567890', 'COMPANY-2'] }];
const RECORD = 95;

const header: FileHeader = {
  immediate_destination: ' 091000019',
  immediate_origin: '1234567890',
  creation_date: '260715',
  creation_time: '0955',
  file_id_modifier: 'A',
  destination_name: 'FIRST BANK',
  origin_name: 'ACME CORP',
  reference_code: '',
};

const textOf = (maxLength: number, minLength = 0) =>
  fc
    .string({ unit: fc.constantFrom(...' #&-./09AMZamz~'), minLength, maxLength })
    .map((text) => text.trim())
    .filter((text) => minLength === 0 || (text.length >= minLength && /[^0 ]/.test(text)));

interface Order {
  readonly code: number;
  readonly dfi: string;
  readonly account: string;
  readonly cents: number;
  readonly id: string;
  readonly name: string;
  readonly remittance: string | null;
}

interface OrderBatch {
  readonly sec: string;
  readonly company: string;
  readonly name: string;
  readonly data: string;
  readonly description: string;
  readonly date: string;
  readonly orders: readonly Order[];
}

const order: fc.Arbitrary<Order> = fc.record({
  code: fc.constantFrom(22, 27, 32, 37),
  dfi: fc.stringMatching(/^\d{8}$/).filter((dfi) => /[^0]/.test(dfi)),
  account: textOf(17, 1),
  cents: fc.oneof(fc.integer({ min: 1, max: 9_999_999_999 }), fc.constantFrom(1, 9_999_999_999)),
  id: textOf(15),
  name: textOf(22, 1),
  remittance: fc.option(textOf(80)),
});

const batch: fc.Arbitrary<OrderBatch> = fc.record({
  sec: fc.constantFrom('PPD', 'CCD', 'WEB'),
  company: fc.constantFrom('1234567890', 'COMPANY-2'),
  name: textOf(16, 1),
  data: textOf(20),
  description: fc.constantFrom('PAYMENT', 'Rent', 'REVERSAL'),
  date: fc.constantFrom('260716', '260717', '260810'),
  orders: fc.array(order, { minLength: 1, maxLength: 20 }),
});

interface Written {
  readonly batches: readonly (BatchToWrite & { readonly entries: EntryToWrite[][] })[];
  readonly bytes: Buffer;
}

async function write(
  drawn: readonly OrderBatch[],
  options: { line_ending: 'lf' | 'crlf'; pad_blocks: boolean } = { line_ending: 'lf', pad_blocks: true },
): Promise<Written> {
  let sequence = 0;
  const batches = drawn.map(({ sec, company, name, data, description, date, orders }, index) => ({
    header: {
      service_class: 200,
      company_name: name,
      company_discretionary_data: data,
      company_id: company,
      sec,
      company_entry_description: description,
      company_descriptive_date: date,
      effective_entry_date: date,
      settlement_date: '',
      originator_status_code: '1',
      odfi: ODFI,
      batch_number: index + 1,
    },
    entries: [orders.map((each) => entryOf(each, { sec, sequence: (sequence += 3) }))],
  }));
  const chunks: Buffer[] = [];
  for await (const chunk of new AchFileWriter(header, options).write(batches)) chunks.push(chunk);
  return { batches, bytes: Buffer.concat(chunks) };
}

function entryOf(drawn: Order, { sec, sequence }: { sec: string; sequence: number }): EntryToWrite {
  const trace_number = traceNumber(ODFI, sequence);
  return {
    detail: {
      transaction_code: drawn.code,
      receiving_dfi: drawn.dfi,
      check_digit: String(checkDigitOf(drawn.dfi)),
      account_number: drawn.account,
      amount: drawn.cents,
      individual_id: drawn.id,
      individual_name: drawn.name,
      discretionary_data: sec === 'WEB' ? 'S' : '',
      addenda_indicator: drawn.remittance === null ? 0 : 1,
      trace_number,
    },
    addenda:
      drawn.remittance === null
        ? null
        : {
            kind: 'remittance',
            values: {
              payment_related_information: drawn.remittance,
              sequence_number: 1,
              entry_sequence_number: trace_number.slice(-7),
            },
          },
  };
}

/** An entry, as both sides name its fields. */
const sent = ({ detail, addenda }: EntryToWrite) => ({
  trace: detail.trace_number,
  code: String(detail.transaction_code),
  rdfi: detail.receiving_dfi,
  account: detail.account_number,
  cents: detail.amount,
  identification: detail.individual_id,
  name: detail.individual_name,
  remittance: addenda?.kind === 'remittance' ? addenda.values.payment_related_information : undefined,
});
const journaled = (event: Extract<BankEvent, { event: 'entry' }>) => ({
  trace: event.trace,
  code: event.code,
  rdfi: event.rdfi,
  account: event.account,
  cents: event.cents,
  identification: event.identification,
  name: event.name,
  remittance: event.addenda.map((addenda) => ('text' in addenda ? addenda.text : ''))[0],
});

describe('a file of the service, at the simulated bank,', () => {
  it('is in the journal with the same entries, cents and trace numbers', async () => {
    const line_ending = fc.constantFrom('lf' as const, 'crlf' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { minLength: 1, maxLength: 4 }),
        fc.record({ line_ending, pad_blocks: fc.boolean() }),
        async (drawn, options) => {
          const stage = new BankStage({ settings: { customers } });
          const { batches, bytes } = await write(drawn, options);
          stage.send(bytes);
          const journal = stage.journal();
          const entries = journal.flatMap((event) => (event.event === 'entry' ? [journaled(event)] : []));
          expect(entries).toEqual(batches.flatMap((each) => each.entries.flat().map(sent)));
          expect(journal).toContainEqual(
            expect.objectContaining({
              event: 'file',
              status: 'accepted',
              sha256: createHash('sha256').update(bytes).digest('hex'),
            }),
          );
          stage.remove();
        },
      ),
      { numRuns: countOf(150, 'BANK_FILES') },
    );
  });

  it('of 20,000 entries settles to the cent', async () => {
    const orders = Array.from({ length: 20_000 }, (_, at) => ({
      ...{ code: at % 3 ? 22 : 27, dfi: '02100002', account: String(at + 1), cents: 100 * at + 100, id: '', name: 'A' },
      remittance: null,
    }));
    const { bytes } = await write([{ ...batchOf('PPD'), orders }]);
    const stage = new BankStage();
    stage.send(bytes);
    stage.pass(1);
    const sum = (code: number) =>
      orders.filter((each) => each.code === code).reduce((total, { cents }) => total + cents, 0);
    expect(stage.bank.books.lines.map(({ cents }) => cents)).toEqual([sum(22), sum(27)]);
    stage.remove();
  });
});

const batchOf = (sec: string) => ({
  ...{ sec, company: '1234567890', name: 'ACME CORP', data: 'DATA', description: 'PAYMENT', date: '260716' },
});
const orderOf = (code: number, cents: number, remittance: string | null = null): Order => ({
  ...{ code, dfi: '02100002', account: '00123456', cents, id: 'REFERENCE01', name: 'JANE DOE', remittance },
});

const settings = parseBankSettings(JSON.stringify({ customers }), 'rules.json');

/** The file if the bank takes it. */
function accepted(bytes: Buffer): AchFile | undefined {
  try {
    const file = readAchFile(bytes);
    new Acceptance(settings, new FileHistory()).check(file, { at: WEDNESDAY, dayMs: 2000 });
    return file;
  } catch (error) {
    if (error instanceof RefusedFile) return undefined;
    throw error;
  }
}

/** Columns that no rule can check, because another value there would be as good. By record type; others are checked. */
const UNCHECKED: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>> = {
  // Creation time, modifier, names, reference code.
  '1': [
    [24, 34],
    [41, 94],
  ],
  // Company name, discretionary data, description, descriptive date, effective date.
  '5': [
    [5, 40],
    [54, 75],
  ],
  // The kind of account, and account number, identification, name, discretionary data, trace number.
  '6': [
    [2, 3],
    [13, 29],
    [40, 78],
    [88, 94],
  ],
  '7': [[4, 83]],
};

/** What decides where money goes and how much. */
const moneyOf = ({ batches }: AchFile) =>
  batches.map(({ header: { companyId, sec, originDfi }, entries }) => ({
    ...{ companyId, sec, originDfi },
    entries: entries.map(({ code, rdfi, cents }) => [rdfi, cents, Number(code[1]) < 5]),
  }));

describe('a file of the service with one byte changed, at the simulated bank,', () => {
  it.each<[string, OrderBatch[]]>([
    ['credits', [{ ...batchOf('PPD'), orders: [orderOf(22, 1050), orderOf(32, 99)] }]],
    ['debits with remittance', [{ ...batchOf('WEB'), orders: [orderOf(27, 5, 'INVOICE 7'), orderOf(37, 123_456)] }]],
    [
      'two batches',
      [
        { ...batchOf('CCD'), orders: [orderOf(22, 70)] },
        { ...batchOf('PPD'), orders: [orderOf(27, 71)] },
      ],
    ],
  ])('is refused, or moves the same cents between the same banks: %s', async (_, drawn) => {
    const { bytes } = await write(drawn);
    const before = moneyOf(accepted(bytes)!);
    const types = linesOf(bytes).map(([type]) => type!);
    const unnoticed: string[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const line = Math.floor(at / RECORD);
      const column = (at % RECORD) + 1;
      for (const value of [bytes[at]! ^ 1, 0x20, 0x37].filter((each) => each !== bytes[at])) {
        const mutated = Buffer.from(bytes);
        mutated[at] = value;
        const file = accepted(mutated);
        if (!file) continue;
        const mayChange = (UNCHECKED[types[line]!] ?? []).some(([from, to]) => column >= from && column <= to);
        if (!mayChange) unnoticed.push(`line ${line + 1} column ${column}`);
        else expect(moneyOf(file)).toEqual(before);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  it('has another hash in the journal than the bytes that were sent', async () => {
    const { bytes } = await write([{ ...batchOf('PPD'), orders: [orderOf(22, 1050)] }]);
    const mutated = Buffer.from(bytes.toString('latin1').replace('00123456', '00123457'), 'latin1');
    const stage = new BankStage();
    stage.send(mutated);
    const [file] = stage.journal().flatMap((event) => (event.event === 'file' ? [event] : []));
    expect(file?.status).toBe('accepted');
    expect(file?.sha256).not.toBe(createHash('sha256').update(bytes).digest('hex'));
    stage.remove();
  });
});
