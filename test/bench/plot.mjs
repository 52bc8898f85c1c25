// docs/operate/bench.svg: the figures as bars beside their targets. Made from the recorded parts alone.
import { figuresOf } from './figures.mjs';
import { escaped, round, STYLE, text } from './svg.mjs';

const WIDTH = 880;
const MARGIN = 24;
const BARS_AT = 290;
const BARS_END = 640;
const ROW = 30;
const BAR = 13;
const THIN = 5;
const PANEL_HEAD = 58;
const PANEL_GAP = 22;
const HEAD = 76;

/** The plot of the recorded parts, as an SVG that is readable on light and on dark pages. */
export function plotOf(parts) {
  const panels = panelsOf(parts);
  let y = HEAD;
  const drawn = panels.map((panel) => {
    const at = y;
    y += PANEL_HEAD + panel.bars.length * ROW + PANEL_GAP;
    return drawPanel(panel, at);
  });
  const height = y + 24;
  const dates = [...new Set(Object.values(parts).map(({ date }) => date))].sort();
  const when = dates.length > 1 ? `${dates[0]} to ${dates.at(-1)}` : dates[0];
  const machines = [...new Set(Object.values(parts).map(({ machine }) => machine))];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Benchmarks of the service beside a bare server</title>
<desc id="description">${escaped(descriptionOf(parts))}</desc>
<style>${STYLE}</style>
<rect class="paper" width="100%" height="100%" rx="6"/>
${text(MARGIN, 36, 'The service beside a bare Fastify + pg server that sends the same SQL', 'class="title"')}
${text(MARGIN, 56, `Measured ${when}: ${machines.join('; ')}`, 'class="soft"')}
${drawn.join('\n')}
${drawKey(height - 16)}
</svg>
`;
}

/** What the plot shows, in words. */
export function descriptionOf(parts) {
  return panelsOf(parts)
    .map(({ title, bars }) => `${title}: ${bars.map(({ label, shown }) => `${label} ${shown}`).join(', ')}.`)
    .join(' ');
}

function panelsOf(parts) {
  const figures = figuresOf(parts).map((figure) => ({ ...figure, shown: `${figure.value.toFixed(2)}` }));
  const of = (name) => figures.filter(({ panel }) => panel === name);
  const panels = [
    {
      title: 'Requests per second: service ÷ bare server',
      unit: 'ratio; longer is better; the thin bar is beside a bare server that pipelines its statements',
      ...{ bars: of('ratio'), least: 1 },
    },
    {
      title: '99th percentile of the latency: service ÷ bare server',
      unit: 'ratio; shorter is better; the thin bar is beside a bare server that pipelines its statements',
      ...{ bars: of('p99'), least: 3 },
    },
    {
      title: 'Creating transfers as work grows',
      unit: 'ratio of requests per second; 1 is no difference',
      ...{ bars: of('growth'), least: 1 },
    },
    {
      title: 'The pipeline: one api, one worker, a sandbox without waiting',
      unit: 'transfers per second; longer is better',
      ...{ bars: parts.pipeline ? pipelineBars(parts.pipeline) : [], least: 0 },
    },
    {
      title: 'Goodput under overload',
      unit: 'successful requests ÷ the top rate; longer is better',
      ...{ bars: of('overload'), least: 1 },
    },
  ];
  return panels.filter(({ bars }) => bars.length > 0);
}

function pipelineBars({ created, completed, delivered, delivered_together: together, steady, gentle }) {
  const bar = (label, value, detail = '') => ({ label, value, shown: `${value}/s`, detail });
  return [
    bar('Created, no worker running', created),
    bar('Completed, without webhooks', completed),
    { ...bar('Completed, each webhook delivered', delivered), least: created / 2, isMet: delivered >= created / 2 },
    { ...bar('Completed while others are created', together), least: 0.3 * created, isMet: together >= 0.3 * created },
    bar('Steady quarter of what can be created', steady.created, `first webhook p99 ${steady.first_webhook_p99_ms} ms`),
    bar('Steady, 100 a second', gentle.created, `first webhook p99 ${gentle.first_webhook_p99_ms} ms`),
  ];
}

function drawPanel({ title, unit, bars, least }, y) {
  const values = bars.flatMap((bar) => [bar.value, bar.beside ?? 0, bar.least ?? 0, bar.most ?? 0]);
  const { end, step } = scaleTo(Math.max(least, ...values));
  const x = (value) => round(BARS_AT + ((BARS_END - BARS_AT) * value) / end);
  const top = y + PANEL_HEAD;
  const bottom = top + bars.length * ROW;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => Number((index * step).toFixed(6)));
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${x(tick)}" y1="${top - 4}" x2="${x(tick)}" y2="${bottom - 4}"/>` +
      text(x(tick), top - 9, tick, 'class="soft" text-anchor="middle" font-size="10"'),
  );
  return [
    '<g>',
    text(MARGIN, y + 14, title, 'class="panel"'),
    text(MARGIN, y + 31, unit, 'class="soft"'),
    ...grid,
    ...bars.map((bar, index) => drawBar(bar, top + index * ROW, x)),
    '</g>',
  ].join('\n');
}

function drawBar({ label, value, shown, detail, beside, least, most, isMet }, y, x) {
  const kind = isMet === undefined ? 'plain' : isMet ? 'met' : 'missed';
  const target = least ?? most;
  const said = target === undefined ? '' : `; to be at ${least === undefined ? 'most' : 'least'} ${round(target)}`;
  const line = (at, name) =>
    at === undefined
      ? ''
      : `<line class="${name}" x1="${x(at)}" y1="${y - 3}" x2="${x(at)}" y2="${y + BAR + THIN + 3}"/>`;
  const width = (amount) => round(x(amount) - BARS_AT);
  return [
    `<g><title>${escaped(`${label}: ${shown}, ${detail}${said}`)}</title>`,
    text(BARS_AT - 10, y + BAR, label, 'text-anchor="end"'),
    `<rect class="${kind}" x="${BARS_AT}" y="${y}" width="${width(value)}" height="${BAR}" rx="1.5"/>`,
    beside === undefined
      ? ''
      : `<rect class="beside" x="${BARS_AT}" y="${y + BAR + 1}" width="${width(beside)}" height="${THIN}" rx="1.5"/>`,
    line(target, 'target'),
    text(BARS_END + 12, y + BAR - 1, `${shown}${isMet === false ? ' ✗' : isMet ? ' ✓' : ''}`, 'class="value"'),
    text(BARS_END + 70, y + BAR - 1, detail, 'class="soft" font-size="11"'),
    '</g>',
  ].join('');
}

function drawKey(y) {
  let x = MARGIN;
  const entry = (mark, label, width) => {
    const drawn = `<g transform="translate(${x} ${y})">${mark}${text(18, 0, label, 'class="soft"')}</g>`;
    x += width;
    return drawn;
  };
  const box = (name) => `<rect class="${name}" y="-10" width="12" height="12" rx="1.5"/>`;
  const line = (name) => `<line class="${name}" x1="6" y1="-12" x2="6" y2="4"/>`;
  return [
    entry(box('met'), 'meets its target', 135),
    entry(box('missed'), 'misses its target', 138),
    entry(box('plain'), 'no target', 98),
    entry(box('beside'), 'beside the pipelined bare server', 236),
    entry(line('target'), 'target', 80),
  ].join('\n');
}

// An axis from 0 that ends at a round number, with four to eight steps.
function scaleTo(most) {
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [0.1, 0.2, 0.25, 0.5, 1, 2].map((part) => part * magnitude).find((each) => most / each <= 6);
  return { end: Math.ceil(most / step - 1e-9) * step, step };
}
