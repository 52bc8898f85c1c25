import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { formatShort } from '../format/time.js';
import { t } from '../messages/t.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/page.js';
import { useNow, useZone } from '../ui/preferences.js';
import { Skeleton } from '../ui/states.js';
import { textAt } from './chart.js';
import type { Chart, Line } from './chart.js';
import css from './chart-card.module.css';

// Drawn by a library that few pages need, and only once there is something to draw.
const Plot = lazy(() => import('./plot.js').then(({ Plot: component }) => ({ default: component })));

interface ChartCardProps extends Chart {
  readonly actions?: ReactNode;
}

/** A chart, and the same numbers as a table. */
export function ChartCard({ actions, ...chart }: ChartCardProps) {
  const [isTable, setTable] = useState(false);
  const zone = useZone();
  const now = useNow();
  const timeOf = chart.nameOf ?? ((at: string) => formatShort(at, zone, now));
  const textOf = (line: Line, index: number) => textAt(chart, line, index);
  return (
    <Card
      title={chart.title}
      actions={
        <span className={css['tools']}>
          {actions}
          <Button size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t('chart.table')}
          </Button>
        </span>
      }
    >
      {isTable ? (
        <Table {...chart} timeOf={timeOf} />
      ) : (
        <Suspense fallback={<Skeleton lines={5} />}>
          <Plot key={zone} {...chart} {...{ timeOf, textOf, zone }} />
        </Suspense>
      )}
    </Card>
  );
}

interface TimedChart extends Chart {
  readonly timeOf: (at: string) => string;
}

function Table({ timeOf, ...chart }: TimedChart) {
  const { title, times, lines } = chart;
  return (
    <table className={css['table']} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t('chart.time')}</th>
          {lines.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((at, index) => (
          <tr key={at}>
            <th scope="row">{timeOf(at)}</th>
            {lines.map((line) => (
              <td key={line.label}>{textAt(chart, line, index)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
