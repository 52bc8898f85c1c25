import { t, tCode } from '../messages/t.js';
import type { Column } from './column.js';
import { Money, Status, Time } from './values.js';

/** Where a column differs from what most lists have. */
type Look<Row> = Partial<Omit<Column<Row>, 'cell'>>;

/** @param of cents; nothing is shown where there are none */
export const moneyColumn = <Row,>(of: (row: Row) => number | undefined, look: Look<Row> = {}): Column<Row> => ({
  ...{ id: 'amount', header: t('field.amount'), width: 'minmax(7rem, 0.8fr)', align: 'end', place: 'value' },
  ...look,
  cell: (row) => {
    const cents = of(row);
    return cents !== undefined && <Money cents={cents} />;
  },
});

/** @param of a time as the API gives it; nothing is shown where there is none */
export const timeColumn = <Row,>(of: (row: Row) => string | undefined, look: Look<Row> = {}): Column<Row> => ({
  ...{ id: 'created', header: t('field.created'), width: '7.5rem', align: 'end', place: 'none' },
  ...look,
  cell: (row) => {
    const at = of(row);
    return at !== undefined && <Time at={at} />;
  },
});

/** @param of a code that `statuses.table.ts` knows; nothing is shown where there is none */
export const statusColumn = <Row,>(of: (row: Row) => string | undefined, look: Look<Row> = {}): Column<Row> => ({
  ...{ id: 'status', header: t('field.status'), width: '7.5rem', place: 'end' },
  ...look,
  cell: (row) => {
    const status = of(row);
    return status !== undefined && <Status of={status} />;
  },
});

type Named<Row> = Look<Row> & Pick<Column<Row>, 'id' | 'header'>;

/** How many of something belong to a row. */
export const countColumn = <Row,>(of: (row: Row) => number, look: Named<Row>): Column<Row> => ({
  ...{ width: '5rem', align: 'end', place: 'none' },
  ...look,
  cell: of,
});

/** A code in words, such as that of a rail. */
export const codeColumn = <Row,>(texts: string, of: (row: Row) => string, look: Named<Row>): Column<Row> => ({
  ...{ width: '6rem', place: 'none' },
  ...look,
  cell: (row) => tCode(texts, of(row)),
});
