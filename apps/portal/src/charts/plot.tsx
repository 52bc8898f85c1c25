import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { nameOfZone } from '../format/time.js';
import type { Zone } from '../format/time.js';
import { t } from '../messages/t.js';
import type { Chart, Line } from './chart.js';
import css from './plot.module.css';

const HEIGHT = 200;
const AXIS = 56;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -6, PageUp: 6 };

const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

interface PlotProps extends Chart {
  readonly timeOf: (at: string) => string;
  readonly textOf: (line: Line, index: number) => string;
  readonly zone: Zone;
}

/** The chart of some lines. Arrow keys move its cursor, and what is under it is said below and to screen readers. */
export function Plot(chart: PlotProps) {
  const { title, times, lines, timeOf, textOf } = chart;
  const [moved, setMoved] = useState<number>();
  const last = times.length - 1;
  const index = Math.min(moved ?? last, last);
  const { place, moveCursor } = usePlot(chart, setMoved);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { Home: 0, End: last }[event.key] ?? index + (STEPS[event.key] ?? Number.NaN);
    if (Number.isNaN(to)) return;
    const next = Math.max(0, Math.min(last, to));
    moveCursor(next);
    setMoved(next);
    event.preventDefault();
  };
  const said = [
    timeOf(times[index]!),
    ...lines.map((line) => t('chart.value', { label: line.label, value: textOf(line, index) })),
  ];
  return (
    <>
      <div
        ref={place}
        className={css['plot']}
        role="slider"
        tabIndex={0}
        aria-label={t('chart.label', { title })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={said.join(', ')}
        onKeyDown={onKeyDown}
      />
      <p className={css['legend']}>
        <span>{said[0]}</span>
        {lines.map(({ label, tone }, line) => (
          <span key={label} data-tone={tone}>
            {said[line + 1]}
          </span>
        ))}
      </p>
    </>
  );
}

/** Draws a chart into a place, and keeps it as wide as that and in the colors of the theme. */
function usePlot(chart: PlotProps, onMove: (index: number | undefined) => void) {
  const { times, lines } = chart;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const data = [times.map((at) => Date.parse(at) / 1_000), ...lines.map(({ values }) => values)] as uPlot.AlignedData;
  const draw = useEffectEvent((into: HTMLElement) => {
    plot.current = new uPlot(optionsOf({ ...chart, width: into.clientWidth, onMove }), data, into);
    return plot.current;
  });
  useEffect(() => {
    const element = place.current!;
    const drawn = draw(element);
    const sizes = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    // The canvas does not know the colors of the theme: it is drawn anew.
    const redraw = () => drawn.redraw(false, true);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', redraw);
    return () => {
      sizes.disconnect();
      theme.disconnect();
      system.removeEventListener('change', redraw);
      drawn.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(data));
  const moveCursor = (index: number) => {
    const { current } = plot;
    current?.setCursor({ left: current.valToPos(current.data[0][index]!, 'x'), top: 0 });
  };
  return { place, moveCursor };
}

interface OptionsOf extends PlotProps {
  readonly width: number;
  readonly onMove: (index: number | undefined) => void;
}

function optionsOf({ lines, width, formatShort, isWhole = false, zone, onMove }: OptionsOf): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: ({ root }) => colorOf(root, 'text-muted'),
    grid: { stroke: ({ root }) => colorOf(root, 'line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const name = nameOfZone(zone);
  return {
    ...{ width, height: HEIGHT, legend: { show: false } },
    ...(name !== undefined && { tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), name) }),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_, least, most) => [Math.min(least * 1.1, 0), Math.max(most * 1.1, 1)] } },
    axes: [
      { ...axis },
      {
        ...{ ...axis, size: AXIS, values: (_, values) => values.map(formatShort) },
        ...(isWhole && { incrs: WHOLE_STEPS }),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, tone, values }) => ({
        // A value between two gaps has no line.
        ...{ label, width: 2, spanGaps: true, points: { show: values.includes(null) } },
        stroke: ({ root }: uPlot) => colorOf(root, tone),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onMove(cursor.idx ?? undefined)] },
  };
}

/** The color that a token has in the present theme, as the canvas takes it. */
function colorOf(root: HTMLElement, token: string): string {
  root.style.color = `var(--${token})`;
  return getComputedStyle(root).color;
}
