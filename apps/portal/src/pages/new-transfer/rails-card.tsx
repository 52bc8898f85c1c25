import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { eligibilityQuery } from '../../api/queries.js';
import type { ExternalAccount } from '../../api/types.js';
import { parseAmount } from '../../format/money.js';
import { t, tCode } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import { Card } from '../../ui/page.js';
import { Failed, Skeleton } from '../../ui/states.js';
import type { Draft } from './draft.js';
import css from './new-transfer.module.css';

const SETTLE_MS = 300;

interface RailsCardProps {
  readonly draft: Draft;
  readonly accounts: readonly ExternalAccount[];
}

/** Which rails can carry the transfer now, asked again while it is written. */
export function RailsCard({ draft, accounts }: RailsCardProps) {
  const account = accounts.find(({ id }) => id === (draft.destination ?? draft.source));
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
  return (
    <Card title={t('rails.title')}>
      {account === undefined ? (
        <p className={css['note']}>{t('rails.first')}</p>
      ) : error ? (
        <Failed error={error} />
      ) : data === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <ul className={css['rails']} aria-live="polite">
          {data.map(({ rail, eligible, reason }) => (
            <li key={rail} data-eligible={eligible}>
              <Icon name={eligible ? 'check' : 'cross'} />
              <span>
                {eligible || reason === undefined
                  ? tCode('rail', rail)
                  : t('legs.candidate', { rail: tCode('rail', rail), why: tCode('why', reason) })}
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
