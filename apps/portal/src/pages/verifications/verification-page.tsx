import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { verificationQuery } from '../../api/product-queries.js';
import type { Verification } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { Card, Columns, Facts, Page } from '../../ui/page.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { Id, Status, Time } from '../../ui/values.js';

export function VerificationPage() {
  const { id } = useParams({ from: '/verifications/$id' });
  const { data: verification, error, refetch } = useQuery(verificationQuery(id));
  const crumbs = [{ to: '/verifications', label: t('nav.verifications') }];
  if (verification === undefined) {
    return (
      <Page title={t('verifications.one')} crumbs={crumbs}>
        <Card>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />}</Card>
      </Page>
    );
  }
  return (
    <Page
      title={verification.account_holder_name}
      badge={<Status of={verification.verification_status} />}
      crumbs={crumbs}
    >
      <Columns>
        <Answers verification={verification} />
        <Claim verification={verification} />
      </Columns>
    </Page>
  );
}

const shown = (status: string | undefined) => status && <Status key={status} of={status} />;

/** What became known of the account. */
function Answers({ verification }: { readonly verification: Verification }) {
  const { evidence, status_reason, debit_status_reason } = verification;
  return (
    <Card title={t('verifications.answers')}>
      <Facts
        of={[
          [t('field.status'), shown(verification.verification_status)],
          [t('verifications.because'), status_reason && tCode('reason', status_reason)],
          [t('verifications.decidedBy'), evidence && tCode('provider', evidence.provider)],
          [t('field.rail'), evidence?.rail && tCode('rail', evidence.rail)],
          [t('verifications.expected'), verification.estimated_verification_date?.slice(0, 10)],
          [t('field.owner'), shown(verification.ownership_status)],
          [t('field.control'), shown(verification.control_status)],
          [t('field.debits'), shown(verification.debit_status)],
          [t('verifications.debitsBecause'), debit_status_reason && tCode('reason', debit_status_reason)],
        ]}
      />
    </Card>
  );
}

/** What was asked about. */
function Claim({ verification }: { readonly verification: Verification }) {
  const { person, business } = verification;
  const owner = business?.business_name ?? (person && `${person.first_name} ${person.last_name}`);
  return (
    <Card title={t('verifications.asked')}>
      <Facts
        of={[
          [t('field.account'), verification.account_number],
          [t('field.routing'), verification.routing_number],
          [t('field.type'), tCode('verificationType', verification.type)],
          [t('verifications.owner'), owner],
          [t('field.created'), <Time key="created" at={verification.created_at} />],
          [t('field.updated'), <Time key="updated" at={verification.updated_at} />],
          [t('field.id'), <Id key="id" value={verification.id} />],
        ]}
      />
    </Card>
  );
}
