import css from './home.module.css';

const WIDTH = 100;
const HEIGHT = 28;

/** How a number developed, without axes: the chart beside it says it exactly. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(HEIGHT * (1 - value / most)).toFixed(1)}`,
  );
  return (
    <svg
      className={css['sparkline']}
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
