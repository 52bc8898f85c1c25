import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { eligibilityQuery } from '../../api/queries.js';
import type { ExternalAccount } from '../../api/types.js';
import { parseAmount } from '../../format/money.js';
import { t, tCode } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import { Card } from '../../ui/page.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { needsDestination } from './draft.js';
import type { Draft } from './draft.js';
import css from './new-transfer.module.css';

const SETTLE_MS = 300;
const COLLECTING: readonly string[] = ['same_day_ach', 'ach'];

interface RailsCardProps {
  readonly draft: Draft;
  readonly accounts: readonly ExternalAccount[];
}

/** Which rails can carry the transfer now, asked again while it is written. */
export function RailsCard({ draft, accounts }: RailsCardProps) {
  const paid = needsDestination(draft) ? draft.destination : draft.source;
  const account = accounts.find(({ id }) => id === paid);
  const amount = parseAmount(draft.amount);
  const question = useSettled(
    account &&
      JSON.stringify({
        routing_number: account.routing_number,
        speed: draft.speed,
        ...('cents' in amount && { amount: amount.cents }),
      }),
  );
  const { data, error } = useQuery({ ...eligibilityQuery(question ?? ''), enabled: question !== undefined });
  // Only ACH collects; the first rail that can carry a transfer is taken.
  const rails = (data ?? []).filter(({ rail }) => needsDestination(draft) || COLLECTING.includes(rail));
  const taken = rails.find(({ eligible }) => eligible);
  return (
    <Card title={t('rails.title')}>
      {account === undefined ? (
        <p className={css['note']}>{t('rails.first')}</p>
      ) : data === undefined ? (
        error ? (
          <Failed error={error} />
        ) : (
          <Skeleton lines={3} />
        )
      ) : (
        <ul className={css['rails']} aria-live="polite">
          {rails.map(({ rail, eligible, reason }) => (
            <li key={rail} data-eligible={eligible}>
              <Icon name={eligible ? 'check' : 'cross'} />
              <span>
                {t('legs.candidate', {
                  rail: tCode('rail', rail),
                  why: tCode('why', rail === taken?.rail ? 'chosen' : (reason ?? 'not_needed')),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A value once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
