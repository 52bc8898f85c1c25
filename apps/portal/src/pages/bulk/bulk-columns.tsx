import type { BulkTransfer } from '../../api/types.js';
import { formatCount } from '../../format/quantity.js';
import '../../messages/lazy/bulk.js';
import { t } from '../../messages/t.js';
import { countColumn, moneyColumn, statusColumn, timeColumn } from '../../ui/columns.js';
import type { Column } from '../../ui/column.js';

export const bulkColumns: readonly Column<BulkTransfer>[] = [
  {
    ...{ id: 'reference', header: t('field.reference'), width: 'minmax(9rem, 1.6fr)', place: 'title' },
    cell: ({ bulk_reference_id }) => bulk_reference_id,
  },
  { id: 'rows', header: t('bulk.rows'), cell: rowsText, width: 'minmax(8rem, 1fr)', align: 'end', place: 'note' },
  moneyColumn(({ amount }) => amount, { header: t('bulk.sum'), width: 'minmax(8rem, 1fr)' }),
  {
    ...countColumn(({ progress }: BulkTransfer) => progress.refused, { id: 'refused', header: t('bulk.refused') }),
    cell: ({ progress }) => formatCount(progress.refused),
  },
  statusColumn(({ status }) => status, { width: '13rem' }),
  timeColumn(({ created_at }) => created_at),
];

/** How many rows are done, while they are. */
function rowsText({ rows, status, progress }: BulkTransfer): string {
  if (rows === 0) return '';
  const done = status === 'validating' ? progress.validated : doneOf(progress);
  const isWorking = status === 'validating' || status === 'running';
  return isWorking ? t('bulk.rowsOf', { done: formatCount(done), rows: formatCount(rows) }) : formatCount(rows);
}

/** How many rows are created or left out. */
export const doneOf = ({ created, skipped, refused }: BulkTransfer['progress']): number => created + skipped + refused;
