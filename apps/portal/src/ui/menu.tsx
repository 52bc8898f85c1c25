import type { ReactElement, ReactNode } from 'react';
import * as Dropdown from '@radix-ui/react-dropdown-menu';
import { Icon } from './icon.js';
import type { IconName } from './icons.table.js';
import css from './menu.module.css';

/** A menu below a button. It is not modal: the modal form would inject styles, which the page does not allow. */
export function Menu({ trigger, children }: { readonly trigger: ReactElement; readonly children: ReactNode }) {
  return (
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content className={css['content']} align="end" sideOffset={6} collisionPadding={8}>
          {children}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

interface ItemProps {
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, onSelect, children }: ItemProps) {
  return (
    <Dropdown.Item className={css['item']} onSelect={onSelect}>
      <span className={css['mark']}>{icon && <Icon name={icon} />}</span>
      {children}
    </Dropdown.Item>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

export function MenuChoices({ label, value, options, onChange }: ChoicesProps) {
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <Dropdown.RadioGroup value={value} onValueChange={onChange}>
        {options.map(([each, text]) => (
          <Dropdown.RadioItem key={each} value={each} className={css['item']}>
            <span className={css['mark']}>
              <Dropdown.ItemIndicator>
                <Icon name="check" />
              </Dropdown.ItemIndicator>
            </span>
            {text}
          </Dropdown.RadioItem>
        ))}
      </Dropdown.RadioGroup>
    </>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly isDisabled: boolean;
  readonly onChange: () => void;
}

/** Something to be shown or not; the menu stays open. */
export function MenuCheck({ label, isChecked, isDisabled, onChange }: CheckProps) {
  return (
    <Dropdown.CheckboxItem
      className={css['item']}
      checked={isChecked}
      disabled={isDisabled}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className={css['mark']}>{isChecked && <Icon name="check" />}</span>
      {label}
    </Dropdown.CheckboxItem>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Dropdown.Label className={css['label']}>{children}</Dropdown.Label>;
}

export const MenuLine = () => <Dropdown.Separator className={css['line']} />;
