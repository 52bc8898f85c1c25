import type { Transfer } from '../../api/types.js';
import { formatBankingDate } from '../../format/time.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import type { Column } from '../../ui/column.js';
import { Menu, MenuCheck } from '../../ui/menu.js';
import { transferColumns } from '../../ui/transfer-columns.js';

const arrives: Column<Transfer> = {
  id: 'arrives',
  header: t('field.arrives'),
  cell: ({ estimated_funds_delivery_date: date }) => date && formatBankingDate(date.slice(0, 10)),
  width: '7.5rem',
  align: 'end',
  place: 'none',
};

/** Those of every table of transfers, and when the money arrives. */
const all: readonly Column<Transfer>[] = transferColumns.flatMap((column) =>
  column.id === 'created' ? [arrives, column] : [column],
);

/** The reference stays: a row is known by it. */
const optional = all.filter(({ place }) => place !== 'title');

/** The columns of an address; all of them where it names none. */
export const columnsOf = (chosen: readonly string[]) =>
  chosen.length === 0 ? all : all.filter((each) => !optional.includes(each) || chosen.includes(each.id));

interface ColumnsMenuProps {
  readonly chosen: readonly string[];
  /** All columns are chosen by none. */
  readonly onChange: (chosen: readonly string[]) => void;
}

export function ColumnsMenu({ chosen, onChange }: ColumnsMenuProps) {
  const ids = optional.map(({ id }) => id);
  const shown = chosen.length === 0 ? ids : chosen;
  const toggle = (id: string) => {
    const next = ids.filter((each) => (each === id ? !shown.includes(each) : shown.includes(each)));
    onChange(next.length === ids.length ? [] : next);
  };
  return (
    <Menu trigger={<Button icon="chevronDown">{t('columns.button')}</Button>}>
      {optional.map(({ id, header }) => (
        <MenuCheck
          key={id}
          label={header}
          isChecked={shown.includes(id)}
          isDisabled={shown.length === 1 && shown.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </Menu>
  );
}
