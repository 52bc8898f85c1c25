import { useState } from 'react';
import type { Overview } from '../../api/types.js';
import { formatDuration } from '../../format/time.js';
import '../../messages/lazy/home.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ChartCard } from '../../charts/chart-card.js';
import { secondsBySpeed } from './range.js';

type Step = NonNullable<NonNullable<Overview['transfers']>['figures']>['series'][number];

const TONES = ['series-1', 'series-2', 'series-3'] as const;
const SHARES = ['p50_s', 'p95_s'] as const;

const format = (seconds: number) => formatDuration(seconds * 1_000);

/** How long transfers took from creation to completion, a line for each speed: half of them, or all but the slowest. */
export function CompletionTime({ steps }: { readonly steps: readonly Pick<Step, 'at' | 'speeds'>[] }) {
  const [share, setShare] = useState<(typeof SHARES)[number]>('p50_s');
  const lines = [...secondsBySpeed(steps, share)].map(([speed, values], index) => ({
    ...{ label: tCode('speed', speed), values, tone: TONES[index % TONES.length]! },
  }));
  if (lines.length === 0) return null;
  return (
    <ChartCard
      key={`${share} ${lines.length}`}
      {...{ title: t('chart.completion'), lines, format, formatShort: format }}
      times={steps.map(({ at }) => at)}
      actions={SHARES.map((each) => (
        <Button key={each} size="small" aria-pressed={each === share} onClick={() => setShare(each)}>
          {t(`chart.${each}`)}
        </Button>
      ))}
    />
  );
}
