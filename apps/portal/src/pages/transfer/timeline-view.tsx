import { useState } from 'react';
import type { Transfer } from '../../api/types.js';
import { formatFull, formatShort } from '../../format/time.js';
import '../../messages/lazy/transfer.js';
import { t, tCode } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.table.js';
import { useNow, useZone } from '../../ui/preferences.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { statuses } from '../../ui/statuses.table.js';
import { Time } from '../../ui/values.js';
import type { TimelineItem, TimelineKind } from './timeline.js';
import { useKinds, useTimeline } from './use-timeline.js';
import css from './timeline.module.css';

/** How the code of an item is translated, and how it looks without a status. */
const LOOKS: Readonly<Record<TimelineKind, { readonly texts: string; readonly icon: IconName }>> = {
  status: { texts: 'status', icon: 'dot' },
  leg: { texts: 'rail', icon: 'transfers' },
  approval: { texts: 'approvalStep', icon: 'approvals' },
  ledger: { texts: 'entry', icon: 'balance' },
  event: { texts: 'event', icon: 'webhooks' },
  delivery: { texts: 'event', icon: 'send' },
};

/** Everything that happened to a transfer, in one line of time. */
export function Timeline({ transfer }: { readonly transfer: Transfer }) {
  const kinds = useKinds(transfer);
  const [chosen, setChosen] = useState<readonly TimelineKind[]>(['status', 'leg', 'approval']);
  const shown = kinds.filter((kind) => chosen.includes(kind));
  const { history, items, error } = useTimeline(transfer, shown);
  if (history.data === undefined) {
    return error ? <Failed error={error} onRetry={() => void history.refetch()} /> : <Skeleton lines={4} />;
  }
  const toggle = (kind: TimelineKind) =>
    setChosen(chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind]);
  return (
    <>
      <div className={css['chips']} role="group" aria-label={t('timeline.kinds')}>
        {kinds.map((kind) => (
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
        {items.map((item) => (
          <Item key={`${item.kind} ${item.code} ${item.at} ${item.detail}`} item={item} />
        ))}
      </ol>
    </>
  );
}

function Item({ item: { at, kind, code, detail, tone, bankingAt } }: { readonly item: TimelineItem }) {
  const look = tone === undefined ? undefined : statuses[tone];
  const name = tCode(LOOKS[kind].texts, code);
  return (
    <li className={css['item']}>
      <span className={css['mark']} data-tone={look?.tone ?? 'plain'}>
        <Icon name={look?.icon ?? LOOKS[kind].icon} size={13} />
      </span>
      <span className={css['text']}>
        <strong>{kind === 'leg' ? t('timeline.routed', { rail: name }) : name}</strong>
        {detail !== undefined && (
          <span className={css['detail']}>{kind === 'leg' ? tCode('side', detail) : readable(kind, detail)}</span>
        )}
        {bankingAt !== undefined && <BankingTime at={bankingAt} />}
      </span>
      <span className={css['time']}>
        <Time at={at} />
      </span>
    </li>
  );
}

function BankingTime({ at }: { readonly at: string }) {
  const zone = useZone();
  const now = useNow();
  return (
    <span className={css['detail']} title={formatFull(at, zone)}>
      {t('timeline.banking', { time: formatShort(at, zone, now) })}
    </span>
  );
}

const readable = (kind: TimelineKind, detail: string) =>
  kind === 'ledger'
    ? detail
        .split(' → ')
        .map((account) => tCode('ledger', account))
        .join(' → ')
    : detail;
