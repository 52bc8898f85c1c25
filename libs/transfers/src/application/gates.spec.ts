import { aTransfer } from '@payments/testing';
import type { Ruling } from '../domain/gate.js';
import { Transfer } from '../domain/transfer.js';
import type { BankingMoment } from './banking-time.js';
import { Gates } from './gates.js';
import type { NamedGate } from './gates.js';

const HOLD: Ruling = { outcome: 'hold', hold: { kind: 'approval', id: 'a', queue: 'q' } };

/** Gates that rule by the reference of a transfer, and the references that each was asked about. */
function gatesOf(rulings: Readonly<Record<string, Readonly<Record<string, Ruling>>>>) {
  const asked: Record<string, string[]> = {};
  class Fixed extends Gates {
    all(): readonly NamedGate[] {
      return Object.entries(rulings).map(([name, byReference]) => ({
        name,
        passes: 'It passes.',
        gate: {
          foresee: () => Promise.resolve(new Map()),
          judge: (transfers) => {
            asked[name] = transfers.map(({ transfer_reference_id }) => transfer_reference_id);
            const found = transfers.flatMap(({ id, transfer_reference_id: reference }) => {
              const ruling = byReference[reference];
              return ruling === undefined ? [] : [[id, ruling] as const];
            });
            return Promise.resolve(new Map(found));
          },
        },
      }));
    }
  }
  return { gates: new Fixed(), asked };
}

const named = (transfer_reference_id: string, gate: ReturnType<typeof aTransfer>['gate'] = null) =>
  Transfer.restore(aTransfer({ transfer_reference_id, gate }), []);
const MOMENT = {} as BankingMoment;

describe('the gates of transfers', () => {
  it('are asked in turn, and the first ruling other than to pass counts', async () => {
    const refusal: Ruling = { outcome: 'refuse', side: 'destination', reason_code: 'approval_rejected' };
    const { gates, asked } = gatesOf({
      one: { b: refusal },
      two: { a: HOLD, b: HOLD },
      three: { c: { outcome: 'pass' } },
    });
    const [a, b, c] = [named('a'), named('b'), named('c')];
    const judgments = await gates.judge([a, b, c], MOMENT);
    expect(asked).toEqual({ one: ['a', 'b', 'c'], two: ['a', 'c'], three: ['c'] });
    expect(judgments).toEqual(
      new Map([
        [b.snapshot().id, { ...refusal, gate: 'one', passed: [] }],
        [a.snapshot().id, { ...HOLD, gate: 'two', passed: ['one'] }],
      ]),
    );
  });

  it('that have let a transfer pass are not asked again, but the one that held it is', async () => {
    const { gates, asked } = gatesOf({ one: {}, two: {}, three: { a: HOLD } });
    const hold = { kind: 'approval', id: 'x', queue: 'q', gate: 'two', status: 'pending' } as const;
    const a = named('a', { passed: ['one'], hold });
    const judgments = await gates.judge([a], MOMENT);
    expect(asked).toEqual({ two: ['a'], three: ['a'] });
    expect(judgments.get(a.snapshot().id)).toEqual({ ...HOLD, gate: 'three', passed: ['one', 'two'] });
  });
});
