import type { AchEntry, Addenda, BatchHeader, FileHeader } from '../../../apps/bank/src/ach/ach-file.js';
import { writeAchFile } from '../../../apps/bank/src/ach/file-writer.js';

/** A Wednesday, 10:00 in New York. */
export const WEDNESDAY = Date.parse('2026-07-15T14:00:00Z');

export interface EntryOptions {
  readonly code?: string;
  readonly rdfi?: string;
  readonly account?: string;
  readonly cents?: number;
  readonly name?: string;
  readonly data?: string;
  readonly identification?: string;
  /** The last 7 digits of the trace number. */
  readonly sequence?: number;
  readonly addenda?: readonly Addenda[];
}

export interface CompanyFileOptions {
  readonly header?: Partial<FileHeader>;
  readonly batches?: readonly { readonly header?: Partial<BatchHeader>; readonly entries: readonly EntryOptions[] }[];
}

const ODFI = '09100001';

/** A file of a company to the simulated bank with its default settings, written on that Wednesday. */
export function companyFile({ header = {}, batches = [{ entries: [{}] }] }: CompanyFileOptions = {}): Buffer {
  let sequence = 0;
  return writeAchFile(
    {
      destination: ' 091000019',
      origin: '1234567890',
      creationDate: '260715',
      creationTime: '0955',
      modifier: 'A',
      destinationName: 'FIRST BANK',
      originName: 'ACME CORP',
      referenceCode: '',
      ...header,
    },
    batches.map((batch, index) => {
      const entries = batch.entries.map((entry) => entryOf(entry, ++sequence));
      return { header: { ...batchHeader(entries, index + 1), ...batch.header }, entries };
    }),
  );
}

function batchHeader(entries: readonly AchEntry[], number: number): BatchHeader {
  const credits = entries.filter(({ code }) => Number(code[1]) < 5).length;
  return {
    serviceClass: credits === entries.length ? '220' : credits === 0 ? '225' : '200',
    companyName: 'ACME CORP',
    companyData: '',
    companyId: '1234567890',
    sec: 'PPD',
    description: 'PAYMENT',
    descriptiveDate: '260716',
    effectiveDate: '260716',
    settlementDay: '',
    originDfi: ODFI,
    number,
  };
}

function entryOf(entry: EntryOptions, next: number): AchEntry {
  const { code = '22', rdfi = '01140153', account = '123456789', cents = 1000, name = 'JANE DOE' } = entry;
  const { data = '', identification = 'REF00001', sequence = next, addenda = [] } = entry;
  const trace = `${ODFI}${String(sequence).padStart(7, '0')}`;
  return { line: 1, code, rdfi, account, cents, name, data, identification, trace, addenda };
}

/** The lines of a file, without their ends. */
export const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n').slice(0, -1);

/** A file with another text at some columns of a line; both count from 1. */
export function changed(
  bytes: Buffer,
  line: number,
  change: { readonly column: number; readonly text: string },
): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(change.text, (line - 1) * 95 + change.column - 1, 'latin1');
  return copy;
}
