import { useState } from 'react';
import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { occurrencesQuery, scheduleQuery } from '../../api/product-queries.js';
import type { Schedule } from '../../api/types.js';
import '../../messages/lazy/schedules.js';
import { t, tCode } from '../../messages/t.js';
import { ApprovalBanner } from '../../ui/approval-banner.js';
import { ListView } from '../../ui/list-view.js';
import { Card, Columns, Facts, Page } from '../../ui/page.js';
import { Banner, EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { Id, Money, Status, Time } from '../../ui/values.js';
import { NextDates } from './next-dates.js';
import { ScheduleActions } from './schedule-actions.js';
import { occurrenceColumns, partiesOf } from './schedule-columns.js';

export function SchedulePage() {
  const { id } = useParams({ from: '/schedules/$id' });
  const { data: schedule, error, refetch } = useQuery(scheduleQuery(id));
  const crumbs = [{ to: '/schedules', label: t('nav.schedules') }];
  if (schedule === undefined) {
    return (
      <Page title={t('schedules.one')} crumbs={crumbs}>
        <Card>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />}</Card>
      </Page>
    );
  }
  return (
    <Page
      title={schedule.schedule_reference_id}
      badge={<Status of={schedule.status} />}
      subtitle={schedule.rrule_readable}
      crumbs={crumbs}
      actions={<ScheduleActions schedule={schedule} />}
    >
      <ApprovalBanner approval={schedule.approval} text={t('schedules.waits')} />
      <Details schedule={schedule} />
      <Dates schedule={schedule} />
    </Page>
  );
}

/** Those that are still to be paid, as long as it has not ended, and those that are past. */
function Dates({ schedule }: { readonly schedule: Schedule }) {
  const hasNext = schedule.ended_at === undefined;
  const [chosen, setChosen] = useState('next');
  const past = { id: 'past', label: t('schedules.dates'), content: <Past id={schedule.id} /> };
  const next = { id: 'next', label: t('schedules.next'), content: <Upcoming schedule={schedule} /> };
  return (
    <Tabs
      {...{ label: t('field.dates'), tabs: hasNext ? [next, past] : [past] }}
      active={hasNext ? chosen : 'past'}
      onChange={setChosen}
    />
  );
}

const Past = ({ id }: { readonly id: string }) => (
  <ListView
    label={t('schedules.dates')}
    query={occurrencesQuery(id)}
    columns={occurrenceColumns}
    idOf={({ id: occurrenceId }) => occurrenceId}
    hrefOf={({ transfer_id }) => (transfer_id === undefined ? `/schedules/${id}` : `/transfers/${transfer_id}`)}
    isPlain
    isFiltered={false}
    empty={<EmptyState icon="clock" title={t('schedules.noDates.title')} text={t('schedules.noDates.text')} />}
  />
);

/** As long as nothing stops them. */
function Upcoming({ schedule }: { readonly schedule: Schedule }) {
  const { id, start_date, recurrence, speed, next_payment_date: from_date, paused_at } = schedule;
  return (
    <Card>
      {paused_at !== undefined && <Banner tone="wait">{t('schedules.pausedDates')}</Banner>}
      <NextDates key={id} of={{ start_date, recurrence, speed, from_date }} />
    </Card>
  );
}

function Details({ schedule }: { readonly schedule: Schedule }) {
  const { runs, paused_at, ended_at, end_reason } = schedule;
  return (
    <Columns>
      <Card title={t('schedules.payment')}>
        <Facts
          of={[
            [t('field.amount'), <Money key="amount" cents={schedule.amount} />],
            [t('field.party'), partiesOf(schedule)],
            [t('field.speed'), tCode('speed', schedule.speed)],
            [t('field.descriptor'), schedule.account_statement_descriptor],
            [t('subject.subledger_reference_id'), schedule.subledger_reference_id],
            [t('field.nextPayment'), ended_at === undefined ? schedule.next_payment_date : undefined],
          ]}
        />
      </Card>
      <Card title={t('schedules.record')}>
        <Facts
          of={[
            [t('schedules.runs'), t('schedules.counts', runs)],
            [t('schedules.paused'), paused_at && <Time key="paused" at={paused_at} />],
            [t('schedules.ended'), ended_at && <Time key="ended" at={ended_at} />],
            [t('schedules.because'), end_reason && tCode('endReason', end_reason)],
            [t('field.created'), <Time key="created" at={schedule.created_at} />],
            [t('field.id'), <Id key="id" value={schedule.id} />],
            ...Object.entries(schedule.metadata ?? {}).map(([name, value]) => [name, String(value)] as const),
          ]}
        />
      </Card>
    </Columns>
  );
}
