import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { waitingApprovalsQuery } from '../../api/controls-queries.js';
import type { Overview } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/home.js';
import { t } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import { Card } from '../../ui/page.js';
import css from './home.module.css';

type Counts = Overview['attention'];
type Kind = Counts[number]['kind'];

/** The API counts no further. */
const MOST_COUNTED = 1_000;

/** Where each kind is shown. */
const PAGES: Readonly<Record<Kind, { readonly to: string; readonly search?: Readonly<Record<string, string>> }>> = {
  returned_legs: { to: '/transfers', search: { status: 'failed' } },
  return_rates: { to: '/limits' },
  open_breaks: { to: '/health' },
  closed_subledgers: { to: '/subledgers', search: { closed_with_balance: 'true' } },
  invariant_violations: { to: '/health' },
  account_corrections: { to: '/accounts' },
  disabled_endpoints: { to: '/webhooks' },
  failing_endpoints: { to: '/webhooks' },
  expired_deliveries: { to: '/webhooks' },
};

/** What a person should look at. */
export function Attention({ counts }: { readonly counts: Counts }) {
  const canApprove = useCan('write:approvals');
  const { data: approvals = 0 } = useQuery({ ...waitingApprovalsQuery(), enabled: canApprove });
  const urgent = counts.filter(({ count }) => count > 0);
  return (
    <Card title={t('home.attention')}>
      {urgent.length + approvals === 0 && <p className={css['muted']}>{t('home.noAttention')}</p>}
      <ul className={css['list']}>
        {approvals > 0 && (
          <li className={css['item']}>
            <Icon name="approvals" />
            <Link to="/approvals">{t('attention.approvals', { count: approvals })}</Link>
          </li>
        )}
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
  const { to, search } = PAGES[kind];
  return (
    <Link to={to} {...(search && { search })}>
      {shown}
    </Link>
  );
}
