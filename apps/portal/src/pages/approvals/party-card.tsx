import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/queries.js';
import { t, tCode } from '../../messages/t.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts } from '../../ui/page.js';
import { useNow } from '../../ui/preferences.js';
import { Banner } from '../../ui/states.js';
import { Status, Time } from '../../ui/values.js';
import css from './approvals.module.css';
import type { SubjectParty } from './subject.js';

const NEW_MS = 7 * 86_400_000;

interface PartyCardProps {
  readonly title: string;
  readonly party: SubjectParty;
  /** When the approval was requested. */
  readonly since: string;
}

/** The account that pays or is paid, and what about it should make an approver think. */
export function PartyCard({ title, party, since }: PartyCardProps) {
  const query = useQuery(accountQuery(party.accountId));
  const now = useNow();
  return (
    <Card title={title}>
      <Loaded query={query}>
        {(account) => (
          <div className={css['party']}>
            {Date.parse(account.updated_at) > Date.parse(since) && (
              <Banner tone="wait" icon="alert">
                {t('approvals.changedAccount')}
              </Banner>
            )}
            {now.getTime() - Date.parse(account.created_at) < NEW_MS && (
              <Banner tone="wait" icon="alert">
                {t('approvals.newAccount')}
              </Banner>
            )}
            <Facts
              of={[
                [t('field.holder'), account.account_holder_name],
                [t('field.customer'), party.customer],
                [t('field.account'), `${account.account_number} ${tCode('accountType', account.account_type)}`],
                [t('field.routing'), account.routing_number],
                [t('field.status'), <Status key="status" of={account.status} />],
                [t('field.created'), <Time key="created" at={account.created_at} isRelative />],
                [t('field.updated'), <Time key="updated" at={account.updated_at} isRelative />],
                [
                  t('field.reference'),
                  <Link key="account" to="/accounts/$id" params={{ id: party.accountId }}>
                    {party.account}
                  </Link>,
                ],
              ]}
            />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
