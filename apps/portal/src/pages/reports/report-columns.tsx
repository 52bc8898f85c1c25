import type { EntryBalance, Report } from '../../api/types.js';
import { formatBytes, formatCount } from '../../format/quantity.js';
import '../../messages/lazy/reports.js';
import { t, tCode } from '../../messages/t.js';
import { codeColumn, moneyColumn, statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';
import { nameOf, periodText, stateOf } from './report-values.js';

export const reportColumns: readonly Column<Report>[] = [
  { id: 'what', header: t('reports.kind'), cell: nameOf, width: 'minmax(10rem, 1.3fr)', place: 'title' },
  { id: 'period', header: t('field.period'), cell: periodText, width: 'minmax(13.5rem, 1.6fr)', place: 'note' },
  codeColumn('format', ({ format }) => format, { id: 'format', header: t('field.format') }),
  {
    ...{ id: 'rows', header: t('field.rows'), width: '6rem', align: 'end', place: 'none' },
    cell: ({ rows }) => rows !== undefined && formatCount(rows),
  },
  {
    ...{ id: 'size', header: t('field.size'), width: '6rem', align: 'end', place: 'value' },
    cell: ({ bytes }) => bytes !== undefined && formatBytes(bytes),
  },
  statusColumn(stateOf),
  timeColumn(({ created_at }) => created_at),
];

export const entryColumns: readonly Column<EntryBalance>[] = [
  {
    ...{ id: 'type', header: t('field.type'), width: 'minmax(9rem, 1.4fr)', place: 'title' },
    cell: ({ type }) => tCode('entry', type),
  },
  moneyColumn(({ debit }) => debit, { id: 'debit', header: t('field.debit'), place: 'note' }),
  moneyColumn(({ credit }) => credit, { id: 'credit', header: t('field.credit') }),
];
