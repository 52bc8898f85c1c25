import { useState } from 'react';
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { eventsQuery, explanationQuery, historyQuery, ledgerQuery } from '../../api/queries.js';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.table.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { statuses } from '../../ui/statuses.table.js';
import { Time } from '../../ui/values.js';
import { timelineOf } from './timeline.js';
import type { TimelineItem, TimelineKind } from './timeline.js';
import css from './timeline.module.css';

const KINDS: readonly TimelineKind[] = ['status', 'leg', 'ledger', 'event'];
const ICONS: Readonly<Record<TimelineKind, IconName>> = {
  status: 'dot',
  leg: 'transfers',
  ledger: 'balance',
  event: 'webhooks',
};

/** Everything that happened to a transfer, in one line of time. */
export function Timeline({ id }: { readonly id: string }) {
  const [shown, setShown] = useState<readonly TimelineKind[]>(['status', 'leg']);
  const canReadLedger = useCan('read:ledger');
  const canReadEvents = useCan('read:webhook-configurations');
  const history = useQuery(historyQuery(id));
  const explanation = useQuery(explanationQuery(id));
  const ledger = ledgerQuery({ transfer_id: id });
  const entries = useInfiniteQuery({ ...ledger, enabled: canReadLedger && shown.includes('ledger') });
  const eventsOf = eventsQuery(id);
  const events = useQuery(canReadEvents && shown.includes('event') ? eventsOf : { ...eventsOf, queryFn: skipToken });
  const error = history.error ?? explanation.error;
  if (history.data === undefined) {
    return error ? <Failed error={error} onRetry={() => void history.refetch()} /> : <Skeleton lines={4} />;
  }

  const items = timelineOf({
    history: history.data,
    legs: explanation.data?.legs,
    entries: entries.data?.pages.flatMap((page) => page.items),
    events: events.data,
  });
  const toggle = (kind: TimelineKind) =>
    setShown(shown.includes(kind) ? shown.filter((other) => other !== kind) : [...shown, kind]);
  return (
    <>
      <div className={css['chips']} role="group" aria-label={t('timeline.kinds')}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={css['chip']}
            aria-pressed={shown.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {t(`timeline.${kind}`)}
          </button>
        ))}
      </div>
      <ol className={css['list']}>
        {items
          .filter(({ kind }) => shown.includes(kind))
          .map((item) => (
            <Item key={`${item.kind} ${item.code} ${item.at} ${item.detail}`} item={item} />
          ))}
      </ol>
    </>
  );
}

const PREFIXES: Readonly<Record<TimelineKind, string>> = {
  status: 'status',
  leg: 'rail',
  ledger: 'entry',
  event: 'event',
};

function Item({ item: { at, kind, code, detail, tone } }: { readonly item: TimelineItem }) {
  const look = tone === undefined ? undefined : statuses[tone];
  const name = tCode(PREFIXES[kind], code);
  return (
    <li className={css['item']}>
      <span className={css['mark']} data-tone={look?.tone ?? 'plain'}>
        <Icon name={look?.icon ?? ICONS[kind]} size={13} />
      </span>
      <span className={css['text']}>
        <strong>{kind === 'leg' ? t('timeline.routed', { rail: name }) : name}</strong>
        {detail !== undefined && (
          <span className={css['detail']}>{kind === 'leg' ? tCode('side', detail) : readable(kind, detail)}</span>
        )}
      </span>
      <span className={css['time']}>
        <Time at={at} />
      </span>
    </li>
  );
}

const readable = (kind: TimelineKind, detail: string) =>
  kind === 'ledger'
    ? detail
        .split(' → ')
        .map((account) => tCode('ledger', account))
        .join(' → ')
    : detail;
