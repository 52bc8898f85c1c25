import { shortDate, type NewYorkTime } from '../calendar/new-york.js';
import type { EntryAccepted, FileReceived } from '../journal/events.js';

export interface Acknowledged {
  readonly file: FileReceived;
  /** How many the bank has accepted for now. */
  readonly entries: number;
  /** The entries that the bank refuses, with their codes. */
  readonly refused: readonly { readonly entry: EntryAccepted; readonly code: string }[];
}

const UNREADABLE = 'UNREADABLE';
const label = (text: string): string => text.padEnd(23);
const zeros = (value: number, width: number): string => String(value).padStart(width, '0');

function fileStatus({ file, refused }: Acknowledged): string {
  if (file.status === 'duplicate') return 'DUPLICATE FILE';
  if (file.status === 'refused') return 'FILE REJECTED';
  return refused.length > 0 ? 'FILE ACCEPTED WITH ITEM LEVEL ERRORS' : 'FILE ACCEPTED WITH NO ERRORS';
}

/** A print report in the manner of the FedACH file acknowledgment. */
export function fedachReport(acknowledged: Acknowledged, now: NewYorkTime): string {
  const { file, refused } = acknowledged;
  const { header, totals } = file;
  const lines = [
    `FEDACH FILE ACKNOWLEDGMENT   REPORT DATE ${shortDate(now.date)}   REPORT TIME ${now.time}`,
    '',
    `${label('FILE NAME')}${file.name}`,
    `${label('IMMEDIATE DESTINATION')}${(header?.destination ?? UNREADABLE).padEnd(12)}${header?.destinationName ?? ''}`,
    `${label('IMMEDIATE ORIGIN')}${(header?.origin ?? UNREADABLE).padEnd(12)}${header?.originName ?? ''}`,
    `${label('FILE CREATION DATE')}${header?.creationDate ?? UNREADABLE}`,
    `${label('FILE CREATION TIME')}${header?.creationTime ?? ''}`,
    `${label('FILE ID MODIFIER')}${header?.modifier ?? ''}`,
    `${label('BATCH COUNT')}${zeros(file.batches ?? 0, 6)}`,
    `${label('ENTRY/ADDENDA COUNT')}${zeros(totals?.records ?? 0, 8)}`,
    `${label('TOTAL DEBIT AMOUNT')}${zeros(totals?.debitCents ?? 0, 12)}`,
    `${label('TOTAL CREDIT AMOUNT')}${zeros(totals?.creditCents ?? 0, 12)}`,
    `${label('FILE STATUS')}${fileStatus(acknowledged)}`,
    ...file.problems.map(({ line, rule, detail }) => `${label('FILE ERROR')}LINE ${line} ${rule} ${detail}`),
    ...refused.map(({ entry, code }) => `${label('ITEM ERROR')}TRACE ${entry.trace} ${code}`),
    '',
    'END OF REPORT',
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** One line for the file, and one for each entry that is refused. */
export function reportLines({ file, refused }: Acknowledged): string {
  const { totals } = file;
  const status = { accepted: 'ACCEPTED', refused: 'REJECTED', duplicate: 'DUPLICATE' }[file.status];
  const [first] = file.problems;
  const reason = first ? ` line=${first.line} rule=${first.rule}` : '';
  const sums = totals ? ` entries=${totals.records} debit=${totals.debitCents} credit=${totals.creditCents}` : '';
  return [
    `FILE ${file.name} ${status}${sums}${reason}`,
    ...refused.map(({ entry, code }) => `ENTRY ${entry.trace} REJECTED ${code}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
