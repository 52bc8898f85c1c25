import { useQuery } from '@tanstack/react-query';
import { explanationQuery } from '../../api/queries.js';
import type { LegExplanation } from '../../api/types.js';
import { formatBankingDate } from '../../format/time.js';
import '../../messages/lazy/transfer.js';
import { t, tCode } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import { Card, Columns, Facts } from '../../ui/page.js';
import { EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { Id, Status, Time } from '../../ui/values.js';
import css from './legs.module.css';

/** Each side of a transfer: its rail, its windows, and why that rail was taken. */
export function Legs({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(explanationQuery(id));
  if (data === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  if (data.legs.length === 0) {
    return <EmptyState icon="transfers" title={t('legs.none.title')} text={t('legs.none.text')} />;
  }
  return (
    <Columns>
      {data.legs.map((leg) => (
        <Leg key={leg.side} leg={leg} />
      ))}
    </Columns>
  );
}

const timeOf = (at: string | undefined) => at !== undefined && <Time at={at} />;

function Leg({ leg }: { readonly leg: LegExplanation }) {
  return (
    <Card title={tCode('side', leg.side)} actions={<Status of={leg.status} />}>
      <Facts
        of={[
          [t('field.rail'), tCode('rail', leg.rail)],
          [t('field.window'), timeOf(leg.window_at)],
          [t('field.effective'), leg.effective_date && formatBankingDate(leg.effective_date)],
          [t('field.settles'), timeOf(leg.settles_at)],
          [t('field.hold'), timeOf(leg.hold_until)],
          [t('field.trace'), leg.trace_number],
          [t('field.networkCode'), leg.network_reason_code],
        ]}
      />
      {leg.attempts.map(({ attempt, routed_at, candidates, end_to_end_id, unavailable_code }) => (
        <div key={attempt} className={css['tried']}>
          <h3>{t('legs.attempt', { number: attempt })}</h3>
          <div className={css['candidates']}>
            {candidates.map(({ rail, taken, why }) => (
              <span key={rail} className={css['candidate']} data-taken={taken}>
                {taken && <Icon name="check" size={13} />}
                {t('legs.candidate', { rail: tCode('rail', rail), why: tCode('why', why) })}
              </span>
            ))}
          </div>
          <Facts
            of={[
              [t('field.routed'), timeOf(routed_at)],
              [t('field.endToEnd'), <Id key="id" value={end_to_end_id} />],
              [t('field.unavailable'), unavailable_code],
            ]}
          />
        </div>
      ))}
    </Card>
  );
}
