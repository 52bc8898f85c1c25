import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon } from './icon.js';
import type { IconName } from './icons.table.js';
import css from './button.module.css';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly size?: 'small' | 'normal' | 'wide';
  readonly icon?: IconName;
  /** An answer is awaited: the button cannot be pressed again. */
  readonly isBusy?: boolean;
  readonly children?: ReactNode;
}

export const buttonClass = (look: Look = 'plain', size: ButtonProps['size'] = 'normal') =>
  [css['button'], css[look], css[size]].filter(Boolean).join(' ');

export function Button({ look = 'plain', size = 'normal', icon, isBusy = false, children, ...rest }: ButtonProps) {
  const isIconOnly = children === undefined || children === null;
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(look, size)} ${isIconOnly ? css['icon'] : ''}`}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <span className={css['spinner']} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
