import { seededRandom } from '../support/e2e/seeded-random.js';

export type Target = 'api-1' | 'api-2' | 'worker-1' | 'worker-2' | 'postgres' | 'queue' | 'processor';

/**
 * kill: SIGKILL, and a new start · pause: SIGSTOP, SIGCONT · stop: SIGTERM, and a new start · empty: everything in the
 * queue store is gone · terminate: PostgreSQL ends all connections · cut: connections are reset, and new ones for a
 * while · freeze: connections carry nothing for a while · slow: everything arrives late for a while.
 */
export const faultKinds = ['kill', 'pause', 'stop', 'empty', 'terminate', 'cut', 'freeze', 'slow'] as const;
type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** Of `cut`, `freeze` and `slow`: the process whose wires are meant. */
  readonly target: Target;
  /** From the beginning of the run. */
  readonly at_ms: number;
  /** How long it lasts, before the target is let go on or started again. */
  readonly lasts_ms: number;
  /** The wire to which server, where one is meant. */
  readonly wire?: 'postgres' | 'queue' | 'processor';
  /** Of `slow`: how late. */
  readonly delay_ms?: number;
}

export interface Neighbours {
  /** The queue is on a separate Redis, not in PostgreSQL. */
  readonly redis: boolean;
  /** The processor is a process, not the sandbox within the service. */
  readonly processor: boolean;
}

type Card = readonly [kind: FaultKind, targets: readonly Target[], longest_ms: number];

const EVERY_MS = 5_000;
/** No faults at the beginning, so that there is data to lose, and at the end, so that the last one is over. */
const CALM_MS = 4_000;
/** Longer than every lease: a process paused so long resumes when another one has its work. */
const LONG_PAUSE_MS = 50_000;
const LONG_PAUSE_AFTER_MS = 12_000;

const services: readonly Target[] = ['api-1', 'api-2', 'worker-1', 'worker-2'];
const apis: readonly Target[] = ['api-1', 'api-2'];
const workers: readonly Target[] = ['worker-1', 'worker-2'];

/** One minute's worth of faults: half of them are kills. */
function deck({ redis, processor }: Neighbours): Card[] {
  return [
    ['kill', workers, 2_000],
    ['kill', workers, 2_000],
    ['kill', apis, 2_000],
    ['kill', ['postgres'], 1_500],
    ['kill', redis ? ['queue'] : services, 3_000],
    ['kill', processor ? ['processor'] : services, 3_000],
    ['stop', services, 500],
    ['stop', ['postgres', ...(redis ? (['queue'] as const) : []), ...(processor ? (['processor'] as const) : [])], 500],
    ['pause', [...services, 'postgres', ...(redis ? (['queue'] as const) : [])], 4_000],
    ['pause', [...workers, ...(processor ? (['processor'] as const) : [])], 5_000],
    ['empty', ['queue'], 0],
    ['terminate', ['postgres'], 0],
    ['cut', services, 2_000],
    ['freeze', services, 4_000],
    ['slow', services, 6_000],
  ];
}

/** The faults of a run, in their order: the same for the same seed, length and neighbours. */
export function scheduleOf(seed: number, { lengthMs, ...neighbours }: Neighbours & { lengthMs: number }): Fault[] {
  const random = seededRandom(seed);
  const faults: Fault[] = [];
  let cards: Card[] = [];
  for (let at = CALM_MS; at < lengthMs - CALM_MS; at += EVERY_MS * (0.4 + 0.8 * random())) {
    if (cards.length === 0) cards = shuffled(deck(neighbours), random);
    faults.push(faultOf(cards.pop()!, { at_ms: Math.round(at), random, neighbours }));
  }
  const wakesAt = LONG_PAUSE_AFTER_MS + LONG_PAUSE_MS;
  if (wakesAt > lengthMs - CALM_MS) return faults;
  const target = choose(workers, random);
  const sleeper: Fault = { kind: 'pause', target, at_ms: LONG_PAUSE_AFTER_MS, lasts_ms: LONG_PAUSE_MS };
  // A paused process cannot be killed, or it would not resume: the other one is killed instead.
  const other = workers.find((each) => each !== target)!;
  const spared = faults.map((fault) =>
    fault.target === target && fault.at_ms < wakesAt && fault.at_ms + fault.lasts_ms > sleeper.at_ms - CALM_MS
      ? { ...fault, target: other }
      : fault,
  );
  return [...spared, sleeper].sort((a, b) => a.at_ms - b.at_ms);
}

function faultOf(
  [kind, targets, longest]: Card,
  { at_ms, random, neighbours }: { at_ms: number; random: () => number; neighbours: Neighbours },
): Fault {
  const fault = {
    kind,
    target: choose(targets, random),
    at_ms,
    lasts_ms: Math.round(longest * (0.3 + 0.7 * random())),
  };
  if (kind !== 'cut' && kind !== 'freeze' && kind !== 'slow') return fault;
  const wire = choose(wiresOf(fault.target, neighbours), random);
  return { ...fault, wire, ...(kind === 'slow' && { delay_ms: Math.round(20 + 130 * random()) }) };
}

function wiresOf(target: Target, { redis, processor }: Neighbours): NonNullable<Fault['wire']>[] {
  const speaksToProcessor = processor && workers.includes(target);
  return ['postgres', ...(redis ? (['queue'] as const) : []), ...(speaksToProcessor ? (['processor'] as const) : [])];
}

function choose<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
