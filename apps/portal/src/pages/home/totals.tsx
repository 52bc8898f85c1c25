import type { Overview } from '../../api/types.js';
import { formatMoneyShort } from '../../format/money.js';
import { formatChange, formatShare } from '../../format/share.js';
import '../../messages/lazy/home.js';
import { t } from '../../messages/t.js';
import { Figure, Figures as FigureList } from '../../ui/figure.js';
import { growthOf, successOf, volumeOf } from './range.js';
import { ReturnRate } from './return-rate.js';
import { Sparkline } from './sparkline.js';

type Transfers = NonNullable<Overview['transfers']>;
type Figures = NonNullable<Transfers['figures']>;

interface TotalsProps extends Pick<Figures, 'totals' | 'previous'> {
  readonly debitReturns: Transfers['debit_returns'];
  readonly steps: readonly Pick<Figures['totals'], 'amount_out' | 'amount_in' | 'created' | 'returned'>[];
}

/** The sums of the time that is shown, and how they compare with as long before. */
export function Totals({ totals, previous, debitReturns, steps }: TotalsProps) {
  const success = successOf(totals);
  const before = previous && successOf(previous);
  return (
    <FigureList>
      <Figure
        label={t('home.volume')}
        value={formatMoneyShort(volumeOf(totals))}
        note={noteOf(growthOf(volumeOf(totals), previous && volumeOf(previous)))}
      >
        <Sparkline values={steps.map(volumeOf)} />
      </Figure>
      <Figure
        label={t('home.created')}
        value={totals.created.toLocaleString('en-US')}
        note={noteOf(growthOf(totals.created, previous?.created))}
      >
        <Sparkline values={steps.map(({ created }) => created)} />
      </Figure>
      <Figure
        label={t('home.success')}
        value={success === undefined ? '–' : formatShare(success)}
        note={
          success !== undefined && before !== undefined
            ? noteOf(success - before)
            : t('home.ended', { count: totals.completed + totals.failed })
        }
      />
      <Figure
        label={t('home.returns')}
        value={totals.returned.toLocaleString('en-US')}
        note={noteOf(growthOf(totals.returned, previous?.returned))}
      >
        <Sparkline values={steps.map(({ returned }) => returned)} />
      </Figure>
      {debitReturns && <ReturnRate {...debitReturns} />}
    </FigureList>
  );
}

const noteOf = (change: number | undefined) =>
  change === undefined ? t('home.notCompared') : t('home.compared', { change: formatChange(change) });
