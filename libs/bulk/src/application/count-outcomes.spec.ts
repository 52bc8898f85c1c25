import type { ObservedStep } from '@payments/transfers';
import { CountOutcomes } from './count-outcomes.js';
import { OutcomeCounts } from './ports.js';
import type { Outcomes } from './ports.js';

type Status = ObservedStep['transfers'][number]['status'];

class Added extends OutcomeCounts {
  readonly all: (readonly [string, Outcomes])[] = [];
  open = () => Promise.resolve();
  of = () => Promise.resolve(new Map<string, Outcomes>());
  add(bulkId: string, change: Outcomes): void {
    this.all.push([bulkId, change]);
  }
}

/** What is added when transfers take these ways: the bulk transfer, the status before, the status after. */
function added(...ways: readonly (readonly [bulk: string | null, before: Status, after: Status])[]) {
  const counts = new Added();
  const transfers = ways.map(([bulk_transfer_id, , status], index) => ({ id: `t${index}`, status, bulk_transfer_id }));
  new CountOutcomes(counts).execute({
    transfers: transfers as unknown as ObservedStep['transfers'],
    statuses: new Map(ways.map(([, before], index) => [`t${index}`, before])),
  });
  return counts.all;
}

describe(CountOutcomes.name, () => {
  it.each<[Status, Status, Outcomes]>([
    ['pending', 'completed', { completed: 1, failed: 0 }],
    ['pending', 'settled', { completed: 1, failed: 0 }],
    ['created', 'failed', { completed: 0, failed: 1 }],
    ['pending', 'failed', { completed: 0, failed: 1 }],
    ['completed', 'failed', { completed: -1, failed: 1 }],
    ['settled', 'failed', { completed: -1, failed: 1 }],
  ])('counts the way from %s to %s', (before, after, change) => {
    expect(added(['bulk', before, after])).toEqual([['bulk', change]]);
  });

  it.each<[Status, Status]>([
    ['created', 'pending'],
    ['completed', 'settled'],
  ])('adds nothing on the way from %s to %s', (before, after) => {
    expect(added(['bulk', before, after])).toEqual([]);
  });

  it('adds once for each bulk transfer, in one order, and nothing for other transfers', () => {
    const changes = added(
      ...[['b', 'pending', 'completed'] as const, [null, 'pending', 'completed'] as const],
      ...[['a', 'pending', 'failed'] as const, ['b', 'pending', 'completed'] as const],
      ...[['c', 'completed', 'failed'] as const, ['c', 'pending', 'completed'] as const],
    );
    expect(changes).toEqual([
      ['a', { completed: 0, failed: 1 }],
      ['b', { completed: 2, failed: 0 }],
      ['c', { completed: 0, failed: 1 }],
    ]);
  });
});
