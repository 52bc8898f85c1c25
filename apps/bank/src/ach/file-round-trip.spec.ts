import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { companyFile, linesOf } from '../../../../test/support/bank/company-files.js';
import type { Addenda, AchEntry, AchFile, BatchHeader, FileHeader } from './ach-file.js';
import { checkDigit, isRoutingNumber, sumOf, totalsOf } from './arithmetic.js';
import { readAchFile } from './file-reader.js';
import { writeAchFile } from './file-writer.js';

const text = (most: number, least = 0) =>
  fc
    .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: most })
    .map((value) => value.trim())
    .filter((value) => least === 0 || (value.length >= least && /[^0 ]/.test(value)));
const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const date = fc.constantFrom('260716', '280229', '261231');
const day = fc.constantFrom('', '001', '366');

const header: fc.Arbitrary<FileHeader> = fc.record({
  destination: fc.constantFrom(' 091000019', '1234567890', '  12345678'),
  origin: fc.constantFrom(' 091000019', 'ABCDEFGHIJ', '1234567890'),
  creationDate: date,
  creationTime: fc.constantFrom('', '0000', '2359'),
  modifier: fc.stringMatching(/^[A-Z0-9]$/),
  destinationName: text(23),
  originName: text(23),
  referenceCode: text(8),
});

const batchHeader = fc.record({
  companyName: text(16, 1),
  companyData: text(20),
  companyId: text(10, 1),
  description: text(10, 1),
  descriptiveDate: text(6),
  effectiveDate: date,
  settlementDay: day,
  originDfi: digits(8),
});

const kinds = fc.constantFrom('forward', 'prenote', 'return', 'change');

const addenda = (kind: string): fc.Arbitrary<Addenda[]> => {
  const original = { originalTrace: digits(15), originalRdfi: digits(8) };
  if (kind === 'return') {
    const code = fc.stringMatching(/^R\d\d$/);
    const dateOfDeath = fc.constantFrom('', '260101');
    return fc
      .record({ type: fc.constant('99' as const), code, ...original, dateOfDeath, text: text(44) })
      .map((a) => [a]);
  }
  if (kind === 'change') {
    const code = fc.stringMatching(/^C\d\d$/);
    return fc.record({ type: fc.constant('98' as const), code, ...original, corrected: text(29) }).map((a) => [a]);
  }
  return fc.array(fc.record({ type: fc.constant('05' as const), text: text(80) }), { maxLength: 1 });
};

const CODES: Record<string, string[]> = {
  forward: ['22', '27', '32', '37'],
  prenote: ['23', '28', '33', '38'],
  return: ['21', '26', '31', '36'],
  change: ['21', '26', '31', '36'],
};

const entry = (kind: string): fc.Arbitrary<AchEntry> =>
  fc.record({
    line: fc.constant(1),
    code: fc.constantFrom(...CODES[kind]!),
    rdfi: digits(8).filter((rdfi) => /[^0]/.test(rdfi)),
    account: text(17, 1),
    cents: ['forward', 'return'].includes(kind) ? fc.integer({ min: 1, max: 9_999_999_999 }) : fc.constant(0),
    identification: text(15),
    name: text(22, 1),
    data: text(2),
    trace: fc.constant(''),
    addenda: addenda(kind),
  });

interface ToWrite {
  readonly header: BatchHeader;
  readonly entries: readonly AchEntry[];
}

const batch: fc.Arbitrary<ToWrite> = kinds.chain((kind) =>
  fc
    .tuple(
      batchHeader,
      fc.array(entry(kind), { minLength: 1, maxLength: 15 }),
      kind === 'change' ? fc.constant('COR') : fc.constantFrom('PPD', 'CCD', 'WEB'),
      fc.integer({ min: 0, max: 100 }),
    )
    .map(([header, entries, sec, start]) => ({
      header: { ...header, sec, serviceClass: '200', number: 0 },
      entries: entries.map((each, index) => ({
        ...each,
        trace: `${header.originDfi}${String(start + index).padStart(7, '0')}`,
      })),
    })),
);

const file = fc.record({ header, batches: fc.array(batch, { maxLength: 5 }) }).map(({ header, batches }) => ({
  header,
  batches: batches.map((each, index) => ({ ...each, header: { ...each.header, number: index + 1 } })),
}));

/** Lines are where a file is read, not what it says. */
const said = ({ header, batches }: Pick<AchFile, 'header'> & { batches: readonly ToWrite[] }) => ({
  header,
  batches: batches.map((each) => ({
    header: each.header,
    entries: each.entries.map(({ line: _, ...entry }) => entry),
  })),
});

describe('the NACHA reader and writer of the bank', () => {
  it('reads every legal file that it writes as it was, whatever ends its lines', () => {
    fc.assert(
      fc.property(file, fc.constantFrom('\n', '\r\n', '\r', ''), (given, ending) => {
        const bytes = Buffer.from(
          writeAchFile(given.header, given.batches).toString('latin1').replaceAll('\n', ending),
          'latin1',
        );
        expect(said(readAchFile(bytes))).toEqual(said(given));
      }),
      { numRuns: countOf(500) },
    );
  });

  it('pads a file to blocks of ten lines of 94 characters', () => {
    const lines = linesOf(companyFile());
    expect(lines).toHaveLength(10);
    expect(lines.every((line) => line.length === 94)).toBe(true);
    expect(lines.slice(5)).toEqual(Array.from({ length: 5 }, () => '9'.repeat(94)));
  });

  it('reads a file without padding, and one without an end of the last line', () => {
    const unpadded = linesOf(companyFile()).slice(0, 5).join('\n');
    expect(readAchFile(Buffer.from(unpadded)).batches).toHaveLength(1);
  });

  it('says in which lines batches and entries stand', () => {
    const remittance: Addenda = { type: '05', text: 'INVOICE 7' };
    const read = readAchFile(
      companyFile({ batches: [{ entries: [{ addenda: [remittance] }, {}] }, { entries: [{}] }] }),
    );
    expect(read.batches.map(({ line }) => line)).toEqual([2, 7]);
    expect(read.batches[0]?.entries.map(({ line }) => line)).toEqual([3, 5]);
  });

  it.each([
    ['a name of 23 characters', { name: 'X'.repeat(23) }],
    ['an amount of 11 digits', { cents: 10_000_000_000 }],
    ['a negative amount', { cents: -1 }],
    ['a line feed in a name', { name: 'A\nB' }],
    ['a letter that is not ASCII', { name: 'JOSÉ' }],
  ])('does not write %s', (_, entry) => {
    expect(() => companyFile({ batches: [{ entries: [entry] }] })).toThrow(RangeError);
  });
});

describe('the arithmetic of ACH files', () => {
  it('computes the check digits of known routing numbers', () => {
    for (const known of ['021000021', '011401533', '091000019', '121042882']) {
      expect(checkDigit(known.slice(0, 8))).toBe(known[8]);
    }
  });

  it('finds every single wrong digit of a routing number', () => {
    for (let at = 0; at < 9; at++) {
      const wrong = [...'021000021'].map((digit, index) => (index === at ? String((Number(digit) + 1) % 10) : digit));
      expect(isRoutingNumber(wrong.join(''))).toBe(false);
    }
  });

  it('keeps the last ten digits of an entry hash', () => {
    const totals = { records: 1, hash: 9_999_999_999, debitCents: 1, creditCents: 2 };
    expect(sumOf(totals, totals)).toEqual({ records: 2, hash: 9_999_999_998, debitCents: 2, creditCents: 4 });
  });

  it('adds credits and debits apart, and counts addenda', () => {
    const { batches } = readAchFile(
      companyFile({
        batches: [
          {
            entries: [
              { code: '22', cents: 5, addenda: [{ type: '05', text: '' }] },
              { code: '37', cents: 7 },
            ],
          },
        ],
      }),
    );
    expect(totalsOf(batches[0]!.entries)).toEqual({ records: 3, hash: 2_280_306, debitCents: 7, creditCents: 5 });
  });
});
