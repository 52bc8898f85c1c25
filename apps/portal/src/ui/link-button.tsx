import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { buttonClass } from './button.js';
import type { ButtonProps } from './button.js';
import { Icon } from './icon.js';
import type { IconName } from './icons.table.js';

interface LinkButtonProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly look?: ButtonProps['look'];
  readonly size?: ButtonProps['size'];
  readonly icon?: IconName;
  /** What a screen reader says, where the text alone is not enough. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link to another page that looks like a button. */
export function LinkButton({ to, search, look = 'plain', size = 'normal', icon, label, children }: LinkButtonProps) {
  return (
    <Link to={to} {...(search && { search })} className={buttonClass(look, size)} aria-label={label}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
