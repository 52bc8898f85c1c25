import { Link } from '@tanstack/react-router';
import type { PaidAccount } from '../../api/types.js';
import { formatRelative } from '../../format/time.js';
import { t, tCode } from '../../messages/t.js';
import { Card, Facts } from '../page.js';
import { useNow } from '../preferences.js';
import { Banner } from '../states.js';
import { Status, Time } from '../values.js';
import css from './paid-party-card.module.css';
import { lastChangeOf } from './paid-account.js';

const NEW_MS = 7 * 86_400_000;

/** The details by which money finds an account, and how each is named. */
const DETAILS = [
  ['account_holder_name', 'field.holder'],
  ['customer_reference_id', 'field.customer'],
  ['account_number', 'field.account'],
  ['account_type', 'approvals.accountType'],
  ['routing_number', 'field.routing'],
  ['bank_name', 'approvals.bank'],
  ['fingerprint', 'approvals.fingerprint'],
] as const;

type Details = Readonly<Partial<Record<(typeof DETAILS)[number][0], unknown>>>;

export interface Party {
  readonly account: string;
  readonly accountId: string;
  /** What is paid: the details that the account had when this was made. Older approvals do not have them. */
  readonly paid: Details;
}

interface PartyCardProps {
  readonly title: string;
  readonly party: Party;
  /** The account as it is now; only while the approval is pending. */
  readonly account: PaidAccount | undefined;
}

/** The account that pays or is paid by what is approved, and what about it should make an approver think. */
export function PartyCard({ title, party, account }: PartyCardProps) {
  return (
    <Card title={title}>
      <div className={css['party']}>
        {account && <Warnings account={account} />}
        <Comparison paid={party.paid} now={account?.current} />
        {account && <Changes account={account} />}
        <Facts
          of={[
            [t('field.status'), account && <Status key="status" of={account.status} />],
            [
              t('field.reference'),
              <Link key="account" to="/accounts/$id" params={{ id: party.accountId }}>
                {party.account}
              </Link>,
            ],
          ]}
        />
      </div>
    </Card>
  );
}

function Warnings({ account }: { readonly account: PaidAccount }) {
  const now = useNow();
  const change = lastChangeOf(account);
  const added = account.recent_changes.find(({ details_version }) => details_version === 1);
  return (
    <>
      {account.differences.length > 0 && (
        <Banner tone="bad" icon="alert">
          {t('approvals.otherDetails')}
        </Banner>
      )}
      {change && (
        <Banner tone="wait" icon="alert">
          {t('approvals.changedDetails', {
            when: formatRelative(change.changed_at, now),
            user: change.changed_by ?? t('approvals.nobodyKnown'),
          })}
        </Banner>
      )}
      {added && now.getTime() - Date.parse(added.changed_at) < NEW_MS && (
        <Banner tone="wait" icon="alert">
          {t('approvals.newAccount')}
        </Banner>
      )}
    </>
  );
}

/** What is paid beside what the account is now; one column where nothing is known of the other. */
function Comparison({ paid, now }: { readonly paid: Details; readonly now: Details | undefined }) {
  const rows = DETAILS.filter(([name]) => paid[name] !== undefined || now?.[name] !== undefined);
  return (
    <table className={css['comparison']}>
      <thead>
        <tr>
          <th scope="col">{t('approvals.detail')}</th>
          <th scope="col">{t('approvals.paid')}</th>
          {now && <th scope="col">{t('approvals.now')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, label]) => (
          <tr key={name} data-differs={now !== undefined && now[name] !== paid[name]}>
            <th scope="row">{t(label)}</th>
            <td>{textOf(name, paid)}</td>
            {now && <td>{textOf(name, now)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What became of the details within 30 days. */
function Changes({ account: { recent_changes } }: { readonly account: PaidAccount }) {
  if (recent_changes.length === 0) return null;
  return (
    <ul aria-label={t('approvals.changes')} className={css['changes']}>
      {recent_changes.map((change) => (
        <li key={change.details_version}>
          <Time at={change.changed_at} />{' '}
          {t(change.details_version === 1 ? 'approvals.added' : 'approvals.changed', {
            user: change.changed_by ?? t('approvals.nobodyKnown'),
            details: ['account_holder_name', 'account_number', 'routing_number']
              .map((name) => textOf(name as keyof Details, change))
              .join(', '),
          })}
        </li>
      ))}
    </ul>
  );
}

function textOf(name: keyof Details, details: Details): string {
  const value = details[name];
  if (typeof value !== 'string') return '';
  return name === 'account_type' ? tCode('accountType', value) : value;
}
