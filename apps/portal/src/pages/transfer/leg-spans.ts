import type { LegExplanation } from '../../api/types.js';

type SpanKind = 'waits' | 'moves' | 'held';

/** Part of the way of a leg, with its place on the common axis in percent. */
interface LegSpan {
  readonly kind: SpanKind;
  readonly until: string;
  readonly start: number;
  readonly width: number;
}

export interface LegBar {
  readonly side: LegExplanation['side'];
  readonly rail: LegExplanation['rail'];
  readonly spans: readonly LegSpan[];
}

/** The ends of the parts of a leg, as far as they are known, in their order. */
const stopsOf = ({ window_at, settles_at, hold_until }: LegExplanation) =>
  (
    [
      ['waits', window_at],
      ['moves', settles_at],
      ['held', hold_until],
    ] as const
  ).flatMap(([kind, until]) => (until === undefined ? [] : [{ kind, until }]));

/**
 * The legs as bars on one axis of banking time, from the first choice of a rail to the last end: until the window of the
 * bank, until the banks settle, and while the money is held. Parts that take no time are left out; nothing is drawn
 * where none takes any.
 */
export function barsOf(legs: readonly LegExplanation[]): readonly LegBar[] {
  const drawn = legs.flatMap((leg) => {
    const routed = leg.attempts.at(-1)?.routed_at;
    return routed === undefined ? [] : [{ leg, routed: Date.parse(routed), stops: stopsOf(leg) }];
  });
  const from = Math.min(...drawn.map(({ routed }) => routed));
  const to = Math.max(...drawn.flatMap(({ stops }) => stops.map(({ until }) => Date.parse(until))));
  if (!(to > from)) return [];
  const share = (time: number) => (100 * time) / (to - from);
  return drawn.map(({ leg: { side, rail }, routed, stops }) => {
    let before = routed;
    const spans = stops.flatMap(({ kind, until }) => {
      const [begin, end] = [before, Date.parse(until)];
      if (end <= begin) return [];
      before = end;
      return [{ kind, until, start: share(begin - from), width: share(end - begin) }];
    });
    return { side, rail, spans };
  });
}
