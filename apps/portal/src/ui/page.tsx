import { Fragment, useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { t } from '../messages/t.js';
import { Icon } from './icon.js';
import css from './page.module.css';

interface Crumb {
  readonly to: string;
  readonly label: string;
}

interface PageProps {
  readonly title: string;
  /** Beside the title: a status. */
  readonly badge?: ReactNode;
  readonly subtitle?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its name in the tab, its one heading, which gets the focus when the page is opened, and its actions. */
export function Page({ title, badge, subtitle, crumbs = [], actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('page.title', { title });
  }, [title]);
  useEffect(() => {
    // A reader of the screen hears where the link led; whoever types in a field already is not disturbed.
    if (document.activeElement === document.body || document.activeElement?.closest('nav, a') !== null) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <div className={css['page']}>
      <header className={css['header']}>
        <div>
          {crumbs.length > 0 && (
            <nav className={css['crumbs']} aria-label={t('page.crumbs')}>
              {crumbs.map(({ to, label }) => (
                <Fragment key={to}>
                  <Link to={to}>{label}</Link>
                  <Icon name="chevronRight" size={12} />
                </Fragment>
              ))}
            </nav>
          )}
          <div className={css['title']}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {badge}
          </div>
          {subtitle !== undefined && <div className={css['subtitle']}>{subtitle}</div>}
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title?: string;
  readonly actions?: ReactNode;
  /** The content reaches the edges, as tables do. */
  readonly isFlush?: boolean;
  /** As wide as a form of one column needs. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, actions, isFlush = false, isNarrow = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={css['card']} data-narrow={isNarrow} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className={css['cardHeader']}>
          <h2 id={id}>{title}</h2>
          {actions}
        </div>
      )}
      <div className={css['cardBody']} data-flush={isFlush}>
        {children}
      </div>
    </section>
  );
}

export type Fact = readonly [label: string, value: ReactNode];

const isThere = (value: ReactNode) => value !== undefined && value !== null && value !== false && value !== '';

/** Names and values; those without a value are left out. A name may occur more than once. */
export function Facts({ of }: { readonly of: readonly Fact[] }) {
  return (
    <dl className={css['facts']}>
      {of.map(
        ([label, value], place) =>
          isThere(value) && (
            <Fragment key={place}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={css['columns']}>{children}</div>;
}
