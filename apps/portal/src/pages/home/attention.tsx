import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import { Card } from '../../ui/page.js';
import css from './home.module.css';

type Counts = Overview['attention'];
type Kind = Counts[number]['kind'];

/** The API counts no further. */
const MOST_COUNTED = 1_000;

/** Where each kind is shown; differences with the bank are the operator's to clear, and have no page. */
const PAGES: Readonly<
  Record<Kind, { readonly to: string; readonly search?: Readonly<Record<string, string>> } | null>
> = {
  returned_legs: { to: '/transfers', search: { status: 'failed' } },
  open_breaks: null,
  account_corrections: { to: '/accounts' },
  failing_endpoints: { to: '/webhooks' },
};

/** What a person should look at. */
export function Attention({ counts }: { readonly counts: Counts }) {
  const urgent = counts.filter(({ count }) => count > 0);
  return (
    <Card title={t('home.attention')}>
      {urgent.length === 0 && <p className={css['muted']}>{t('home.noAttention')}</p>}
      <ul className={css['list']}>
        {urgent.map(({ kind, count }) => (
          <li key={kind} className={css['item']}>
            <Icon name="alert" />
            <Item kind={kind} count={count} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Item({ kind, count }: Counts[number]) {
  const text = t(`attention.${kind}`, { count });
  const shown = count < MOST_COUNTED ? text : t('home.mostCounted', { text });
  const page = PAGES[kind];
  if (page === null) return <span>{shown}</span>;
  const { to, search } = page;
  return (
    <Link to={to} {...(search && { search })}>
      {shown}
    </Link>
  );
}
