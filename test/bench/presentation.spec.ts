import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The programs of the benchmark are plain modules without types; what is used of them is said here.
type Part = Record<string, unknown>;
type Parts = Record<string, Part>;
interface Figure {
  readonly part: string;
  readonly figure: string;
  readonly value: number;
  readonly isMet?: boolean;
}
const { merge, readParts } = jest.requireActual<{
  merge(before: Parts, measured: Parts): Parts;
  readParts(path: string): Parts;
}>('./record.mjs');
const { figuresOf } = jest.requireActual<{ figuresOf(parts: Parts): Figure[] }>('./figures.mjs');
const { pageOf } = jest.requireActual<{ pageOf(parts: Parts): string[] }>('./page.mjs');
const { plotOf } = jest.requireActual<{ plotOf(parts: Parts): string }>('./plot.mjs');

interface Entry {
  readonly commit: string;
  readonly date: string;
  readonly figures: Readonly<Record<string, number>>;
}
const { historyPlotOf, readHistory, remember } = jest.requireActual<{
  historyPlotOf(history: readonly Entry[], parts: Parts): string;
  readHistory(path: string): Entry[];
  remember(history: readonly Entry[], measured: Parts, at: Omit<Entry, 'figures'>): Entry[];
}>('./history.mjs');

const CREATION = 'POST /deliver/transfers';
const conditions = { date: '2026-01-31', machine: '2 cores', load: '50 connections' };
const row = (name: string, rate: number, ratio: number) => ({ name, rate, ratio, p50_ms: 5, p99_ms: 9, p99_ratio: 2 });
const operation = (ratio: number) => ({
  ...conditions,
  rows: [row('service', 700, 1), row('bare', 1_000, ratio), row('pipelined', 1_100, ratio - 0.1)],
});
const flow = { webhooks: 500, backlog_middle: 40, backlog_end: 45, first_webhook_p99_ms: 300 };
const run = (good: number) => ({ good, refused: 0, errors: 0, p99_ms: 40 });
const whole: Parts = {
  [CREATION]: operation(0.9),
  'GET /deliver/persons/{id}': operation(0.5),
  creations: {
    ...conditions,
    rows: [row('service', 1_000, 1), row('service, with a key', 950, 1.05), row('bare', 2_000, 0.5)],
  },
  enterprises: { ...conditions, rows: [row('20 enterprises', 900, 1), row('1 enterprise', 1_000, 0.9)] },
  stored: {
    ...conditions,
    rows: [row('1000000 stored', 800, 1), row('10000 stored', 1_000, 0.8)],
    memory: { before_mb: 200, after_mb: 210 },
    reads: [
      { title: 'GET /deliver/transfers (100)', rows: [row('1000000 stored', 900, 1), row('10000 stored', 1_000, 0.9)] },
    ],
  },
  guards: { ...conditions, creation_us: 500, guards_us: 10, share: 0.02, calls: 100_000 },
  verifications: { ...conditions, rows: [row('POST /verify', 1_000, 1), row('POST /accounts', 1_250, 0.8)] },
  schedules: { ...conditions, count: 10_000, seconds: 8, created: 2_000 },
  pipeline: {
    ...conditions,
    ...{ at_once: 50, created: 1_000, completed: 600, delivered: 200, time: { postgres: 0.6, worker: 0.4 } },
    ...{ wal_kb: 18.5, completed_together: 450, delivered_together: 280, young: 266 },
    ...{ steady: { created: 250, ...flow }, gentle: { created: 100, ...flow } },
    costs: {
      ...{ completed: { wal_kb: 9.5, transactions: 1.5 }, delivered: { wal_kb: 18.5, transactions: 2.5 } },
      ...{ completed_together: { wal_kb: 10, transactions: 3 }, delivered_together: { wal_kb: 19, transactions: 4 } },
      young: { wal_kb: 20, transactions: 5 },
    },
  },
  memory: { ...conditions, minutes: 60, most_mb: 301, middle_mb: 270, rate: 900 },
  overload: {
    ...conditions,
    operations: [{ title: CREATION, times: 3, top: run(1_000), over: run(850), after: run(990) }],
  },
};
const figure = (parts: Parts, name: RegExp) => figuresOf(parts).find(({ figure }) => name.test(figure))!;

describe('the record of the benchmark', () => {
  it('keeps the parts that were not measured again, with their dates, and puts the operations first', () => {
    const later = { ...operation(0.8), date: '2026-02-28' };
    const merged = merge({ guards: whole.guards!, [CREATION]: whole[CREATION]! }, { 'GET /new': later });
    expect(merged).toEqual({ guards: whole.guards, [CREATION]: whole[CREATION], 'GET /new': later });
    expect(Object.keys(merged)).toEqual([CREATION, 'GET /new', 'guards']);
    expect(merge(merged, { [CREATION]: later })[CREATION]).toBe(later);
  });
});

describe('the history of the benchmark', () => {
  const date = '2026-01-31';
  const ratio = `${CREATION}: requests/s ÷ bare`;
  const measured = (value: number) => ({ [CREATION]: operation(value) });

  it('holds what was measured of a commit, and nothing that another commit has measured', () => {
    const one = remember([], measured(0.7), { commit: 'a', date });
    const two = remember(one, { overload: whole['overload']! }, { commit: 'b', date });
    expect(one[0]!.figures).toMatchObject({ [ratio]: 0.7 });
    expect(two.map(({ figures }) => ratio in figures)).toEqual([true, false]);
    const again = remember(two, measured(0.8), { commit: 'b', date });
    expect(again.map(({ commit, figures }) => [commit, figures[ratio]])).toEqual([
      ['a', 0.7],
      ['b', 0.8],
    ]);
    expect(Object.keys(again[1]!.figures).length).toBeGreaterThan(Object.keys(two[1]!.figures).length);
  });

  it('keeps the last ten commits', () => {
    let history: Entry[] = [];
    for (let commit = 1; commit <= 12; commit++) history = remember(history, whole, { commit: String(commit), date });
    expect(history.map(({ commit }) => Number(commit))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('is drawn as it is stored', () => {
    const docs = join(__dirname, '../../docs/operate');
    const plot = historyPlotOf(readHistory(join(docs, 'bench-history.json')), readParts(join(docs, 'bench.json')));
    expect(readFileSync(join(docs, 'bench-history.svg'), 'utf8')).toBe(plot);
  });
});

describe('the figures of the benchmark', () => {
  it('are met at their target and missed beside it', () => {
    const met = (ratio: number) => figure({ [CREATION]: operation(ratio) }, /requests\/s ÷ bare/).isMet;
    expect([met(0.85), met(0.849)]).toEqual([true, false]);
  });

  it('compare what is asked with what was measured, the right way round', () => {
    const values = [
      [/20 enterprises/, 1_000 / 900, true],
      [/1000000 stored/, 0.8, false],
      [/^GET \/deliver\/transfers \(100\): requests\/s with 1000000 stored/, 0.9, true],
      [/^Memory of the api$/, 210, true],
      [/^Memory of the api over 60 minutes/, 301, false],
      [/^POST \/verify\/accounts ÷/, 0.8, false],
      [/^Time of 20000 creations/, 20_000 / 2_000 / 8, true],
      [/Processed with each webhook delivered ÷ created/, 0.2, false],
      [/others are created ÷ created/, 0.45, true],
      [/others are created, with webhooks/, 0.28, false],
      [/On an empty database/, 0.95, true],
      [/^WAL/, 18.5, false],
      [/backlog gained/, 5 / 250, true],
      [/First webhook/, 300, true],
      [/with an Idempotency-Key/, 0.95, true],
      [/five round trips/, 0.5, false],
      [/goodput/, 0.85, false],
    ] as const;
    for (const [name, value, isMet] of values) expect(figure(whole, name)).toMatchObject({ value, isMet });
  });

  it('without a target are neither', () => {
    expect(figure(whole, /persons.*p99/).isMet).toBeUndefined();
  });
});

describe('the page of the benchmark', () => {
  it('shows the plot first, then each figure that has a target, and why it is missed', () => {
    const page = pageOf(whole);
    const at = (text: string) => page.findIndex((line) => line.includes(text));
    expect(at('](bench.svg)')).toBeLessThan(at('| figure |'));
    expect(at('| figure |')).toBeLessThan(at(`### ${CREATION}`));
    expect(page).toContain(`| ${CREATION}: requests/s ÷ bare | at least 0.85 | **0.90** (700 of 1000/s) | yes |`);
    expect(page[at('| GET /deliver/persons/{id}: requests/s')]).toMatch(/\| no: cause 1, cause 2 \|$/);
    expect(page[at('| Creating transfers: requests/s with 1')]).toMatch(/\| no: cause unknown \|$/);
    expect(page[at('each webhook delivered | 200')]).toContain(
      `18.5 KB of WAL each, 2.5 transactions each; processor time: postgres 60 %, worker 40 %`,
    );
    expect(page[at('the same, on an empty database')]).toContain('20 KB of WAL each, 5 transactions each');
  });

  it('shows the WAL that was measured before it was counted for each figure', () => {
    const { costs: _, ...before } = whole['pipeline']!;
    const page = pageOf({ pipeline: before }).join('\n');
    expect(page).toContain('| 18.5 KB of WAL each; processor time');
    expect(page).not.toMatch(/undefined|NaN/);
  });

  it('says whether the processes were warm that worked on an empty database', () => {
    const pipeline = whole['pipeline']!;
    expect(pageOf({ pipeline }).join('\n')).toContain('both processes had just been started');
    expect(pageOf({ pipeline: { ...pipeline, is_warm: true } }).join('\n')).toContain(
      'the time to get warm is not measured',
    );
  });

  it('is whole when only one part was ever measured', () => {
    for (const [name, part] of Object.entries(whole)) {
      const page = pageOf({ [name]: part }).join('\n');
      expect(page).toContain('2026-01-31: 2 cores; 50 connections.');
      expect(page).not.toMatch(/undefined|NaN/);
    }
  });
});

describe('the plot of the benchmark', () => {
  const bar = (svg: string, label: string) => {
    const [, group = ''] = svg.split(`<title>${label}: `);
    const [, kind, x, width] = /<rect class="(\w+)" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/.exec(group)!;
    const [, target] = /<line class="target" x1="([\d.]+)"/.exec(group.split('</g>')[0]!) ?? [];
    return { kind, width: Number(width), target: target === undefined ? undefined : Number(target) - Number(x) };
  };

  it('draws bars as long as their values, with the target where its value is', () => {
    const svg = plotOf(whole);
    const creation = bar(svg, CREATION);
    const reading = bar(svg, 'GET /deliver/persons/{id}');
    expect([creation.kind, reading.kind]).toEqual(['met', 'missed']);
    expect(reading.width / creation.width).toBeCloseTo(0.5 / 0.9, 2);
    expect(creation.target! / creation.width).toBeCloseTo(0.85 / 0.9, 2);
    const reported = bar(svg, 'Completed, each webhook delivered');
    expect(reported.target! / reported.width).toBeCloseTo(500 / 200, 2);
  });

  it('says in words what it shows, with its dates, and leaves out what was not measured', () => {
    const svg = plotOf({ [CREATION]: whole[CREATION]!, guards: { ...whole.guards, date: '2026-02-28' } });
    expect(svg).toContain(`<desc id="description">Requests per second: service ÷ bare server: ${CREATION} 0.90.`);
    expect(svg).toContain('Measured 2026-01-31 to 2026-02-28: 2 cores');
    expect(svg).not.toMatch(/pipeline:|undefined|NaN/);
    expect(svg.match(/<g[ >]/g)!.length).toBe(svg.match(/<\/g>/g)!.length);
  });

  it('is in docs as the recorded figures draw it', () => {
    const docs = join(__dirname, '../../docs/operate');
    expect(readFileSync(join(docs, 'bench.svg'), 'utf8')).toBe(plotOf(readParts(join(docs, 'bench.json'))));
  });
});
