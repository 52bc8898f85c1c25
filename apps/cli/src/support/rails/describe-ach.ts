import type { AchEntry, AchEvent, AchTotals, BatchHeader, FileHeader, InboundDiagnostic } from '@payments/rails';
import { counted, paint, table } from '../terminal.js';
import { addendaView, entryView } from './ach-view.js';

/** One event of a file for a person; empty when there is nothing to show. */
export function describeEvent(event: AchEvent): string {
  // Text of a bank may have bytes that are control characters to a terminal.
  return textOf(event).replace(/[\u0080-\u009f]/g, '?');
}

function textOf(event: AchEvent): string {
  switch (event.kind) {
    case 'file_opened':
      return event.header === null ? 'no file header' : fileHeading(event.header);
    case 'batch_opened':
      return batchHeading(event.batch.header, event.batch.is_foreign);
    case 'entries':
      return event.entries.map(entryLines).join('\n');
    case 'foreign_records':
      return '';
    case 'batch_closed':
      return `  total: ${totalsText(event.totals)}`;
    case 'file_closed': {
      const waived = event.waived.length > 0 ? `; waived: ${event.waived.join(', ')}` : '';
      const control = event.control === null ? 'there is no file control' : 'all controls agree';
      const text = `${counted(event.batches, 'batch', 'batches')}, ${totalsText(event.totals)}`;
      return `\n${paint('green', '✔')} ${control}: ${text}${waived}`;
    }
  }
}

/** Why a file is refused. */
export function describeDiagnostics(file: string, diagnostics: readonly InboundDiagnostic[]): string {
  const heading = ['line', 'columns', 'record', 'field', 'rule', 'expected', 'found'];
  const rows = diagnostics.map(({ line, column_from, column_to, record, field, rule, expected, found }) => [
    ...[String(line), `${column_from}–${column_to}`, record, field ?? '-', rule, expected, found],
  ]);
  const problems = counted(diagnostics.length, 'broken rule');
  return `${paint('red', '✖')} ${file}: ${problems}; nothing in the file may be used\n${table([heading, ...rows])}`;
}

function fileHeading(header: FileHeader): string {
  const { origin_name, destination_name, immediate_origin, immediate_destination, creation_time } = header;
  const time = creation_time === '' ? '' : ` ${creation_time.slice(0, 2)}:${creation_time.slice(2)}`;
  const modifier = header.file_id_modifier === '' ? '' : `, modifier ${header.file_id_modifier}`;
  const from = `${origin_name} (${immediate_origin.trim()})`;
  const to = `${destination_name} (${immediate_destination.trim()})`;
  return `from ${from} to ${to}, created ${dateText(header.creation_date)}${time}${modifier}`;
}

function batchHeading(header: BatchHeader, isForeign: boolean): string {
  const { batch_number, sec, company_name, company_id, company_entry_description, effective_entry_date } = header;
  const settled = header.settlement_date === '' ? '' : `, settlement day ${header.settlement_date}`;
  const unread = isForeign ? ' (entries of this SEC code are counted, not shown)' : '';
  const what = `${sec}  ${company_name} (${company_id})  ${company_entry_description}`;
  const dates = `effective ${dateText(effective_entry_date)}${settled}`;
  return `\nbatch ${batch_number}  ${what}  ${dates}  ODFI ${header.odfi}${unread}`;
}

/** Fields have fixed widths, so columns line up without a look at the whole file. */
function entryLines(entry: AchEntry): string {
  const view = entryView(entry);
  const cells = [
    `  line ${String(view.line).padStart(5)}`,
    `${view.transaction_code} ${view.direction.padEnd(6)}`,
    dollars(view.amount).padStart(14),
    `${view.routing_number} ${view.account_number.padEnd(9)}`,
    view.individual_name.padEnd(22),
    view.individual_id.padEnd(15),
    view.trace_number,
  ];
  const addenda = entry.addenda === null ? [] : [addendaLine(entry.addenda)];
  const odd = view.odd === null ? [] : [`    ${paint('yellow', 'for a person')}: ${view.odd}`];
  return [cells.join('  ').trimEnd(), ...addenda, ...odd].join('\n');
}

function addendaLine(addenda: NonNullable<AchEntry['addenda']>): string {
  const { kind, code, meaning, original_trace, correction, information } = addendaView(addenda);
  if (kind === 'remittance') return `    addenda: ${information}`;
  const corrected = Object.entries(correction ?? {}).map(([field, value]) => `${field} ${value}`);
  const about = original_trace === '' ? 'no original trace' : `original trace ${original_trace}`;
  return `    ${kind.replace('_', ' ')} ${paint('yellow', code ?? '')}: ${[meaning, ...corrected, about].join('; ')}`;
}

function totalsText({ records, hash, debit, credit }: AchTotals): string {
  return `${counted(records, 'record')}, debits ${dollars(debit)}, credits ${dollars(credit)}, hash ${hash}`;
}

const dateText = (yymmdd: string) =>
  yymmdd === '' ? 'on no date' : `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`;

export function dollars(cents: number): string {
  const whole = Math.floor(cents / 100).toLocaleString('en-US');
  return `$${whole}.${String(cents % 100).padStart(2, '0')}`;
}
