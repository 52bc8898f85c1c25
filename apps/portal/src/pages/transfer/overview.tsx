import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { approvalQuery } from '../../api/controls-queries.js';
import { byId } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
import type { Search } from '../../app/search.js';
import { useCan } from '../../app/use-session.js';
import { shortenId } from '../../format/ids.js';
import { formatBankingDate } from '../../format/time.js';
import '../../messages/lazy/transfer.js';
import { t, tCode } from '../../messages/t.js';
import { Card, Columns, Facts } from '../../ui/page.js';
import type { Fact } from '../../ui/page.js';
import { Id, Money, Time } from '../../ui/values.js';
import { LegBars } from './leg-bars.js';
import { Timeline } from './timeline-view.js';

export function Overview({ transfer }: { readonly transfer: Transfer }) {
  const belongsTo = useOrigin(transfer);
  const { source, destination } = transfer;
  const traces = [source, destination].flatMap((side) => (side?.trace_number ? [side.trace_number] : []));
  const metadata = Object.entries(transfer.metadata ?? {});
  return (
    <>
      <Columns>
        <Card title={t('transfer.timeline')}>
          <Timeline transfer={transfer} />
        </Card>
        <Card title={t('transfer.details')}>
          <Facts
            of={[
              [t('field.amount'), <Money key="amount" cents={transfer.amount} />],
              [t('field.payer'), source && <Party side={source} />],
              [t('field.payee'), destination && <Party side={destination} />],
              [t('field.speed'), tCode('speed', transfer.speed)],
              [
                t('field.arrives'),
                transfer.estimated_funds_delivery_date &&
                  formatBankingDate(transfer.estimated_funds_delivery_date.slice(0, 10)),
              ],
              ...belongsTo,
              [t('field.descriptor'), transfer.account_statement_descriptor],
              [t('field.trace'), traces.join(', ')],
              [t('field.created'), <Time key="created" at={transfer.created_at} />],
              [t('field.updated'), <Time key="updated" at={transfer.updated_at} />],
              [t('field.id'), <Id key="id" value={transfer.id} />],
              ...metadata.map(([name, value]) => [name, String(value)] as const),
            ]}
          />
        </Card>
      </Columns>
      <LegBars id={transfer.id} />
    </>
  );
}

function Party({ side }: { readonly side: NonNullable<Transfer['source']> }) {
  const { customer_reference_id, account_reference_id } = side;
  return (
    <>
      {customer_reference_id}
      {' · '}
      <Link to="/accounts" search={{ customer_reference_id, account_reference_id }}>
        {account_reference_id}
      </Link>
    </>
  );
}

/** Who made a transfer, what it belongs to, and whose approval it needs; each leads there. */
function useOrigin({ approval, ...transfer }: Transfer): readonly Fact[] {
  const group = useGroupName(transfer.transfer_group_id);
  const progress = useProgress(approval);
  const { created_by, transfer_group_id, schedule_id, bulk_transfer_id, subledger_reference_id } = transfer;
  const listed = { created_by, transfer_group_id, subledger_reference_id };
  const like = (name: keyof typeof listed, text = listed[name]) => {
    const value = listed[name];
    return value !== undefined && <Lead key={name} {...{ to: '/transfers', search: { [name]: value }, text }} />;
  };
  const one = (list: string, id: string | undefined, text = id && shortenId(id)) =>
    id !== undefined && <Lead key={list} to={`${list}/${id}`} text={text} />;
  return [
    [t('transfer.createdBy'), like('created_by')],
    [t('field.group'), like('transfer_group_id', group)],
    [t('schedules.one'), one('/schedules', schedule_id)],
    [t('transfer.bulk'), one('/bulk', bulk_transfer_id)],
    [t('subject.subledger_reference_id'), like('subledger_reference_id')],
    [t('approvals.one'), one('/approvals', approval?.id, progress ?? (approval && tCode('status', approval.status)))],
  ];
}

interface LeadProps {
  readonly to: string;
  readonly search?: Search;
  readonly text: string | undefined;
}

const Lead = ({ to, search, text }: LeadProps) => (
  <Link to={to} {...(search && { search })}>
    {text}
  </Link>
);

function useGroupName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['transfer_groups', id],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/transfer-groups/{id}', { params: byId(id ?? ''), signal })),
    select: ({ transfer_group }) => transfer_group.transfer_group_reference_id,
    enabled: useCan('read:transfer-groups') && id !== undefined,
  });
  return data;
}

/** `Approved: 2 of 2`: of the policy that demands the most. */
function useProgress(approval: Transfer['approval']): string | undefined {
  const { data } = useQuery({
    ...approvalQuery(approval?.id ?? ''),
    enabled: useCan('read:approvals') && approval !== undefined,
  });
  const most = data?.policies.toSorted((a, b) => b.required - a.required)[0];
  if (data === undefined || most === undefined) return undefined;
  return t('transfer.approval', { status: tCode('status', data.status), given: most.given, of: most.required });
}
