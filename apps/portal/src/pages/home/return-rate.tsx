import type { Overview } from '../../api/types.js';
import { formatRate } from '../../format/share.js';
import '../../messages/lazy/home.js';
import { t } from '../../messages/t.js';
import { Figure } from '../../ui/figure.js';
import css from './home.module.css';

type DebitReturns = NonNullable<NonNullable<Overview['transfers']>['debit_returns']>;

/** The share of debits that were returned as unauthorized, beside what Nacha allows; nothing without debits. */
export function ReturnRate({ debits, unauthorized, limit }: DebitReturns) {
  if (debits === 0) return null;
  const rate = unauthorized / debits;
  return (
    <Figure
      label={t('home.unauthorized')}
      value={formatRate(rate)}
      note={t('home.ofDebits', { limit: formatRate(limit), count: debits, debits: debits.toLocaleString('en-US') })}
    >
      <span className={css['bar']} data-over={rate > limit}>
        <progress max={limit} value={Math.min(rate, limit)} aria-label={t('home.unauthorized')} />
      </span>
    </Figure>
  );
}
