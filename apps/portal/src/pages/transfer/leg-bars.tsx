import { useQuery } from '@tanstack/react-query';
import { explanationQuery } from '../../api/queries.js';
import '../../messages/lazy/transfer.js';
import { t, tCode } from '../../messages/t.js';
import { Card } from '../../ui/page.js';
import { Time } from '../../ui/values.js';
import { barsOf } from './leg-spans.js';
import type { LegBar } from './leg-spans.js';
import css from './legs.module.css';

/** How long each leg waits, moves and is held: bars on one axis, and the same in words. */
export function LegBars({ id }: { readonly id: string }) {
  const { data } = useQuery(explanationQuery(id));
  const bars = barsOf(data?.legs ?? []);
  if (bars.length === 0) return null;
  return (
    <Card title={t('legs.bars')}>
      <div className={css['bars']}>
        {bars.map((bar) => (
          <Bar key={bar.side} {...bar} />
        ))}
      </div>
    </Card>
  );
}

function Bar({ side, rail, spans }: LegBar) {
  return (
    <div>
      <h3>{t('legs.candidate', { rail: tCode('side', side), why: tCode('rail', rail) })}</h3>
      <svg className={css['bar']} aria-hidden="true">
        {spans.map(({ kind, start, width }) => (
          <rect key={kind} data-kind={kind} x={`${start}%`} width={`${width}%`} height="100%" />
        ))}
      </svg>
      <ul className={css['spans']}>
        {spans.map(({ kind, until }) => (
          <li key={kind} data-kind={kind}>
            {t(`legSpan.${kind}`)} <Time at={until} />
          </li>
        ))}
      </ul>
    </div>
  );
}
