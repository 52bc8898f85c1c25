import { useState } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { approvalQuery } from '../../api/controls-queries.js';
import type { Approval, PaidAccount } from '../../api/types.js';
import { useCan, useMe } from '../../app/use-session.js';
import { formatMoney } from '../../format/money.js';
import { t, tCode } from '../../messages/t.js';
import { BulkRows } from '../../ui/lazy/bulk-rows.js';
import { Button } from '../../ui/button.js';
import { useKeys } from '../../ui/keys.js';
import { Decisions, Policies } from '../../ui/lazy/decisions.js';
import { Card, Columns, Facts, Page } from '../../ui/page.js';
import { PartyCard } from '../../ui/lazy/paid-party-card.js';
import { Banner, Failed, Skeleton } from '../../ui/states.js';
import { Id, Money, Status, Time } from '../../ui/values.js';
import { DecideDialog } from './decide-dialog.js';
import type { Verdict } from './decide-dialog.js';
import { hindranceOf, partiesOf, subjectOf } from './subject.js';

/** What of a subject is one of a few codes; everything else is shown as it was requested. */
const CODES = ['use_case', 'speed', 'origin', 'mode', 'on_duplicate', 'missed'];
/** Where each kind of subject is shown. */
const PAGES: Readonly<Record<string, string>> = {
  transfer: '/transfers',
  schedule: '/schedules',
  bulk_transfer: '/bulk',
};

/** What is to be approved, everything that helps to judge it, and who has decided. */
export function ApprovalPage() {
  const { id } = useParams({ from: '/approvals/$id' });
  const { data: approval, error, refetch } = useQuery(approvalQuery(id));
  const crumbs = [{ to: '/approvals', label: t('nav.approvals') }];
  if (approval === undefined) {
    return (
      <Page title={t('approvals.one')} crumbs={crumbs}>
        <Card>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />}</Card>
      </Page>
    );
  }
  const subject = subjectOf(approval);
  const accountOn = (side: PaidAccount['side']) => approval.accounts?.find((account) => account.side === side);
  const amount = subject.cents === undefined ? '' : formatMoney(subject.cents);
  return (
    <Page
      title={subject.title}
      badge={<Status of={approval.status === 'pending' ? 'waiting' : approval.status} />}
      subtitle={[amount, partiesOf(subject)].filter(Boolean).join(' → ')}
      crumbs={crumbs}
      actions={<Actions approval={approval} />}
    >
      <Columns>
        <What approval={approval} />
        <Card title={t('approvals.policies')}>
          <Policies of={approval} />
        </Card>
      </Columns>
      <Columns>
        {subject.destination && (
          <PartyCard title={t('field.payee')} party={subject.destination} account={accountOn('destination')} />
        )}
        {subject.source && <PartyCard title={t('field.payer')} party={subject.source} account={accountOn('source')} />}
        <Card title={t('approvals.decisions')}>
          <Decisions of={approval} />
        </Card>
      </Columns>
      {approval.subject_type === 'bulk_transfer' && <BulkRows id={approval.subject_id} />}
    </Page>
  );
}

/** Both decisions; who may not decide sees why. */
function Actions({ approval }: { readonly approval: Approval }) {
  const { name } = useMe();
  const canDecide = useCan('write:approvals');
  const [decision, setDecision] = useState<Verdict>();
  const hindrance = hindranceOf(approval, name);
  const isOpen = canDecide && hindrance === undefined;
  useKeys({ a: () => isOpen && setDecision('approve'), r: () => isOpen && setDecision('reject') });
  return (
    <>
      {canDecide && hindrance !== 'closed' && (
        <>
          {hindrance && <Banner tone="plain">{t(`approvals.hindrance.${hindrance}`)}</Banner>}
          <Button look="primary" icon="check" disabled={!isOpen} onClick={() => setDecision('approve')}>
            {t('approve.action')}
          </Button>
          <Button icon="cross" disabled={!isOpen} onClick={() => setDecision('reject')}>
            {t('reject.action')}
          </Button>
        </>
      )}
      {/* What came of the decision stays in sight, even when it has closed the approval. */}
      {decision && <DecideDialog approvals={[approval]} decision={decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}

function What({ approval }: { readonly approval: Approval }) {
  const { subject_type, subject_id, requested_by, requested_at, expires_at, decided_at, digest } = approval;
  const { title, cents, others } = subjectOf(approval);
  const list = PAGES[subject_type];
  const page: string | undefined = list && `${list}/${subject_id}`;
  return (
    <Card title={t('approvals.what')}>
      <Facts
        of={[
          [t('field.amount'), cents !== undefined && <Money key="amount" cents={cents} />],
          ...others.map(
            ([name, value]) => [tCode('subject', name), CODES.includes(name) ? tCode(name, value) : value] as const,
          ),
          [
            tCode('subjectType', subject_type),
            page && (
              <Link key="subject" to={page}>
                {title}
              </Link>
            ),
          ],
          [t('approvals.requestedBy'), requested_by],
          [t('approvals.requested'), <Time key="requested" at={requested_at} />],
          [t('approvals.expires'), approval.status === 'pending' && <Time key="expires" at={expires_at} />],
          [t('approvals.decidedAt'), decided_at && <Time key="decided" at={decided_at} />],
          [t('approvals.digest'), <Id key="digest" value={digest} />],
        ]}
      />
    </Card>
  );
}
