import { newId } from '@payments/kernel';
import { aLeg } from '@payments/testing';
import { asDecided, classifyResult, isTooEarly } from './classify-result.js';
import { endToEndId, legTransitions } from './leg.js';
import type { LegState, LegStatus, ProcessorResult, ResultKind } from './leg.js';
import type { Rail } from './reason-codes.js';
import { resultEffects } from './result-effects.table.js';
import type { RailClass, ResultEffect, ResultOrder } from './result-effects.table.js';

const LAST = new Date('2026-07-16T12:00:00Z');
const statuses = Object.keys(legTransitions) as LegStatus[];
const kinds: readonly ResultKind[] = ['accepted', 'settled', 'rejected', 'returned', 'notification_of_change'];
const OFFSETS: Readonly<Record<ResultOrder, number>> = { earlier: -1, same: 0, later: 1 };
const orders = Object.keys(OFFSETS) as ResultOrder[];
const RAILS: Readonly<Record<RailClass, readonly Rail[]>> = {
  ach: ['ach', 'same_day_ach'],
  instant: ['rtp', 'fednow'],
};

const sentLeg = (changes: Partial<LegState> = {}) => aLeg({ created_at: LAST, last_result_at: LAST, ...changes });

function aResult(leg: LegState, kind: ResultKind, changes: Partial<ProcessorResult> = {}): ProcessorResult {
  return {
    ...{ processor_result_id: newId(), end_to_end_id: leg.end_to_end_id, kind, trace_number: null },
    ...{ network_reason_code: kind === 'notification_of_change' ? 'C01' : null, occurred_at: LAST },
    ...changes,
  };
}

interface Case {
  readonly status: LegStatus;
  readonly kind: ResultKind;
  readonly railClass: RailClass;
  readonly order: ResultOrder;
  readonly effect: ResultEffect;
}

const cases: readonly Case[] = statuses.flatMap((status) =>
  kinds.flatMap((kind) =>
    (['ach', 'instant'] as const).flatMap((railClass) =>
      orders.map((order) => ({
        status,
        kind,
        railClass,
        order,
        effect: resultEffects[status][kind][railClass][order],
      })),
    ),
  ),
);
const casesOf = (wanted: Partial<{ readonly [Key in keyof Case]: readonly Case[Key][] }>) =>
  cases.filter((each) =>
    (Object.keys(wanted) as (keyof Case)[]).every((key) => (wanted[key] as readonly unknown[]).includes(each[key])),
  );
const effectsOf = (wanted: Parameters<typeof casesOf>[0]) => [...new Set(casesOf(wanted).map(({ effect }) => effect))];
const MONEY: readonly ResultKind[] = ['accepted', 'settled', 'rejected', 'returned'];

describe('resultEffects', () => {
  it('applies no result to a leg that is not at the processor', () => {
    expect(effectsOf({ status: ['held', 'ready', 'canceled'] })).toEqual(['contradictory']);
  });

  it('applies the first result of every kind', () => {
    expect(effectsOf({ status: ['submitting', 'submitted'] })).toEqual(['apply']);
  });

  it('never moves money for a leg in a final state', () => {
    expect(effectsOf({ status: ['rejected', 'returned', 'canceled'], kind: MONEY })).not.toContain('apply');
  });

  it('never settles or returns a rejected leg', () => {
    expect(effectsOf({ status: ['rejected'], kind: ['settled', 'returned'] })).toEqual(['contradictory']);
  });

  it('never rejects a settled or returned leg', () => {
    expect(effectsOf({ status: ['settled', 'released', 'returned'], kind: ['rejected'] })).toEqual(['contradictory']);
  });

  it('never rejects an instant payment that was accepted', () => {
    const instant = { railClass: ['instant'] } as const;
    expect(effectsOf({ ...instant, status: ['accepted'], kind: ['rejected'] })).toEqual(['contradictory']);
    expect(effectsOf({ ...instant, status: ['rejected'], kind: ['accepted'] })).toEqual(['contradictory']);
  });

  it('rejects an accepted ACH entry until it settles', () => {
    const accepted = { railClass: ['ach'], status: ['accepted'], kind: ['rejected'] } as const;
    expect(effectsOf({ ...accepted, order: ['same', 'later'] })).toEqual(['apply']);
    expect(effectsOf({ ...accepted, order: ['earlier'] })).toEqual(['contradictory']);
  });

  it('never settles a returned leg', () => {
    expect(effectsOf({ status: ['returned'], kind: ['settled'], order: ['later'] })).toEqual(['contradictory']);
  });

  it('treats a repeated result as a duplicate', () => {
    for (const status of ['accepted', 'settled', 'rejected', 'returned'] as const) {
      expect(effectsOf({ status: [status], kind: [status] })).toEqual(['duplicate']);
    }
  });

  it('applies only transitions that the leg states allow', () => {
    for (const { status, kind } of casesOf({ effect: ['apply'], kind: MONEY })) {
      // A settlement and a return imply the acceptance before them.
      const before = [status, ...(status === 'submitting' || status === 'submitted' ? (['accepted'] as const) : [])];
      expect(before.some((from) => legTransitions[from].includes(kind as LegStatus))).toBe(true);
    }
  });

  // Pairs of results of one leg, each with its instant: what both orders of arrival come to.
  const arrive = (railClass: RailClass, results: readonly (readonly [LegStatus & ResultKind, number])[]) => {
    let status: LegStatus = 'submitted';
    let last = 0;
    let contradictions = 0;
    for (const [kind, at] of results) {
      const order = status === 'submitted' || at === last ? 'same' : at < last ? 'earlier' : 'later';
      const effect: ResultEffect = resultEffects[status][kind][railClass][order];
      if (effect === 'contradictory') contradictions += 1;
      if (effect === 'apply') [status, last] = [kind, at];
    }
    return { contradictions, status };
  };

  it('finds the same contradictions in either order of arrival', () => {
    const results = (['accepted', 'settled', 'rejected', 'returned'] as const).flatMap((kind) =>
      [1, 2].map((at) => [kind, at] as const),
    );
    for (const railClass of ['ach', 'instant'] as const) {
      for (const one of results) {
        for (const other of results) {
          const [forth, back] = [arrive(railClass, [one, other]), arrive(railClass, [other, one])];
          expect([railClass, one, other, forth.contradictions]).toEqual([railClass, one, other, back.contradictions]);
          if (forth.contradictions === 0) expect(forth.status).toBe(back.status);
        }
      }
    }
  });
});

describe('classifyResult', () => {
  it('returns the effect of every row of the table', () => {
    for (const { status, kind, railClass, order, effect } of cases) {
      for (const rail of RAILS[railClass]) {
        const leg = sentLeg({ status, rail });
        const occurred_at = new Date(LAST.getTime() + OFFSETS[order]);
        expect([status, kind, rail, order, classifyResult(aResult(leg, kind, { occurred_at }), leg)]).toEqual([
          ...[status, kind, rail, order, effect],
        ]);
      }
    }
  });

  it('treats an unknown time of the latest result as equal', () => {
    for (const { status, kind, railClass, effect } of casesOf({ order: ['same'] })) {
      const leg = sentLeg({ status, rail: RAILS[railClass][0]!, last_result_at: null });
      expect([status, kind, classifyResult(aResult(leg, kind), leg)]).toEqual([status, kind, effect]);
    }
  });

  it('treats an attempt that fell back as rejected', () => {
    for (const { kind, railClass, order, effect } of casesOf({ status: ['rejected'] })) {
      const id = newId();
      const rail = RAILS[railClass][0]!;
      const first = {
        number: 1,
        rail,
        end_to_end_id: endToEndId(id, 1),
        routed_at: LAST.toISOString(),
        candidates: [],
      };
      const refused = { ...first, unavailable_code: '9910', unavailable_at: LAST.toISOString() };
      const leg = sentLeg({ id, attempt: 2, attempts: [refused], end_to_end_id: endToEndId(id, 2), status: 'settled' });
      const occurred_at = new Date(LAST.getTime() + OFFSETS[order]);
      const result = aResult(leg, kind, { end_to_end_id: first.end_to_end_id, occurred_at });
      expect([kind, rail, order, classifyResult(result, leg)]).toEqual([kind, rail, order, effect]);
    }
  });

  it('classifies a result of an unknown attempt as contradictory', () => {
    const leg = sentLeg();
    const end_to_end_id = endToEndId(leg.id, 2);
    for (const kind of kinds) expect(classifyResult(aResult(leg, kind, { end_to_end_id }), leg)).toBe('contradictory');
  });

  it.each([null, 'R01', 'C1', 'C011'])('classifies a notification of change with code %s as contradictory', (code) => {
    const leg = sentLeg();
    const result = aResult(leg, 'notification_of_change', { network_reason_code: code });
    expect(classifyResult(result, leg)).toBe('contradictory');
  });
});

describe('a result that a person found true', () => {
  it('takes back what the bank refused or returned after all, and nothing else', () => {
    const taken = statuses.flatMap((status) =>
      kinds.flatMap((kind) => {
        const leg = sentLeg({ status });
        const decided = asDecided(aResult(leg, kind), leg);
        return decided === undefined ? [] : [`${status}: ${kind} as ${decided.kind}`];
      }),
    );
    expect(taken).toEqual([
      ...['submitting: rejected as rejected', 'submitted: rejected as rejected'],
      ...['accepted: rejected as rejected', 'accepted: returned as returned'],
      ...['settled: rejected as returned', 'settled: returned as returned'],
      ...['released: rejected as returned', 'released: returned as returned'],
    ]);
  });

  it('concerns the current attempt only', () => {
    const leg = sentLeg({ status: 'settled', attempt: 2, end_to_end_id: endToEndId(newId(), 2) });
    expect(asDecided(aResult(leg, 'returned', { end_to_end_id: endToEndId(leg.id, 1) }), leg)).toBeUndefined();
  });
});

describe('isTooEarly', () => {
  it('lets a result be a day ahead of banking time, and no more', () => {
    const ahead = (ms: number) => isTooEarly({ occurred_at: new Date(LAST.getTime() + ms) }, LAST);
    expect([-1, 0, 86_400_000, 86_400_001].map(ahead)).toEqual([false, false, false, true]);
  });
});
