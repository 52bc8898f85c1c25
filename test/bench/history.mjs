// docs/operate/bench-history.json and its plot: the figures with a target, commit by commit.
import { existsSync, readFileSync } from 'node:fs';
import { figuresOf } from './figures.mjs';
import { escaped, round, STYLE, text } from './svg.mjs';

/** Commits that the history keeps. */
export const KEPT = 10;

const WIDTH = 880;
const MARGIN = 24;
const LABEL_END = 470;
const LINE_AT = 490;
const LINE_END = 760;
const ROW = 34;
const LINE_HEIGHT = 22;
const HEAD = 76;
const DOT = 2.5;

/** @returns the history in a file: empty when there is no file. */
export function readHistory(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

/**
 * @param {{ commit: string, date: string }} at what was measured
 * @returns the history with the figures of the parts that were measured now, beside others of the same commit
 */
export function remember(history, measured, { commit, date }) {
  const values = withTargets(measured).map(({ figure, value }) => [figure, Number(value.toPrecision(3))]);
  const known = history.find((entry) => entry.commit === commit);
  const entry = { commit, date, figures: { ...known?.figures, ...Object.fromEntries(values) } };
  return [...history.filter((each) => each !== known), entry].slice(-KEPT);
}

/** One line for each figure that has a target now, over the commits of the history. */
export function historyPlotOf(history, parts) {
  const rows = withTargets(parts).filter(({ figure }) => history.some((entry) => figure in entry.figures));
  const height = HEAD + rows.length * ROW + MARGIN;
  const [first, last] = [history[0], history.at(-1)];
  const when = `${history.length} measured commits, ${first.commit} of ${first.date} to ${last.commit} of ${last.date}`;
  const said = rows.map(
    (row) =>
      `${row.figure}: ${valuesOf(history, row)
        .map(([, value]) => value)
        .join(', ')}.`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Benchmarks over the last commits</title>
<desc id="description">${escaped(said.join(' '))}</desc>
<style>${STYLE}
  .line { fill: none; stroke-width: 1.5 } .line.met { stroke: #1a7f5a; fill: none } .line.missed { stroke: #c2571a; fill: none }
  .goal { stroke: #59636e; stroke-width: 1; stroke-dasharray: 3 2 }
</style>
<rect class="paper" width="100%" height="100%" rx="6"/>
${text(MARGIN, 36, 'The figures with a target, over the last commits', 'class="title"')}
${text(MARGIN, 56, `${when}; the dashed line is the target`, 'class="soft"')}
${rows.map((row, index) => drawRow(history, row, HEAD + index * ROW)).join('\n')}
</svg>
`;
}

function drawRow(history, { figure, least, most, unit = '', isMet }, y) {
  const target = least ?? most;
  const points = valuesOf(history, { figure });
  const top = Math.max(target, ...points.map(([, value]) => value)) * 1.05;
  const step = (LINE_END - LINE_AT) / Math.max(1, history.length - 1);
  const x = (index) => round(LINE_AT + index * step);
  const level = (value) => round(y + LINE_HEIGHT * (1 - value / top));
  const kind = isMet ? 'met' : 'missed';
  const [, latest] = points.at(-1);
  return [
    `<g><title>${escaped(`${figure}: ${latest}${unit && ` ${unit}`}; to be at ${least === undefined ? 'most' : 'least'} ${target}`)}</title>`,
    text(LABEL_END, y + LINE_HEIGHT - 5, figure, 'text-anchor="end"'),
    `<line class="goal" x1="${LINE_AT}" y1="${level(target)}" x2="${LINE_END}" y2="${level(target)}"/>`,
    `<polyline class="line ${kind}" points="${points.map(([index, value]) => `${x(index)},${level(value)}`).join(' ')}"/>`,
    ...points.map(([index, value]) => `<circle class="${kind}" cx="${x(index)}" cy="${level(value)}" r="${DOT}"/>`),
    text(LINE_END + 14, y + LINE_HEIGHT - 5, `${latest}${unit && ` ${unit}`} ${isMet ? '✓' : '✗'}`, 'class="value"'),
    '</g>',
  ].join('');
}

// With the places of their commits: a figure may be younger than the history.
function valuesOf(history, { figure }) {
  return history.flatMap((entry, index) => (figure in entry.figures ? [[index, entry.figures[figure]]] : []));
}

const withTargets = (parts) => figuresOf(parts).filter(({ isMet }) => isMet !== undefined);
