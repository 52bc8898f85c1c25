import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Menu, MenuCheck } from '../../ui/menu.js';
import { transferColumns } from '../../ui/transfer-columns.js';

/** The reference stays: a row is known by it. */
const optional = transferColumns.filter(({ place }) => place !== 'title');

/** The columns of an address; all of them where it names none. */
export const columnsOf = (chosen: readonly string[]) =>
  chosen.length === 0
    ? transferColumns
    : transferColumns.filter((each) => !optional.includes(each) || chosen.includes(each.id));

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
