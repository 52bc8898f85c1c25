import { DomainError, unreachableStates } from '@payments/kernel';
import type { BulkRequest } from './bulk-state.js';
import { BULK_STATUSES } from './bulk-status.js';
import { bulkTransitions } from './bulk-status.js';
import { BulkTransfer } from './bulk-transfer.js';

const NOW = new Date('2027-01-04T15:00:00Z');
const DAY = 86_400_000;
const made = { id: 'a-bulk', now: NOW, at: NOW, created_by: null, owner: null };

const create = (changes: Partial<BulkRequest> = {}) =>
  BulkTransfer.create({ bulk_reference_id: 'b', mode: 'each', format: 'csv', ...changes }, made);
const part = (number: number, rows = 10, ends_line = true) => ({ number, rows, ends_line });
const validated = (rows: number, refused = 0, amount = 100n) => ({
  ...{ rows, lines: rows, amount, refused, accounts_sha256: null },
  errors: Array.from({ length: refused }, (_, index) => ({
    number: index + 1,
    line: index + 2,
    error_code: 'c',
    message: 'm',
  })),
});
const codeOf = (step: () => unknown): string => {
  try {
    step();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'accepted';
};
function validatedBulk(changes: Partial<BulkRequest> = {}, { rows = 10, refused = 0 } = {}): BulkTransfer {
  const bulk = create(changes);
  bulk.submit(1, [part(1, rows)], NOW);
  bulk.addPart(validated(rows, refused), NOW);
  bulk.finishValidation('00', NOW);
  return bulk;
}
const statusOf = (bulk: BulkTransfer) => bulk.snapshot().status;

describe('the states of bulk transfers', () => {
  it('are all reachable', () => {
    expect(unreachableStates(bulkTransitions, 'uploading')).toEqual([]);
    expect(Object.keys(bulkTransitions)).toEqual([...BULK_STATUSES]);
  });
});

describe(BulkTransfer.name, () => {
  it.each([
    [-1, 'invalid_execute_at'],
    [0, 'invalid_execute_at'],
    [1, 'accepted'],
    [30 * DAY, 'accepted'],
    [30 * DAY + 1, 'invalid_execute_at'],
  ])('may begin %s ms from now: %s', (ms, expected) => {
    expect(codeOf(() => create({ execute_at: new Date(NOW.getTime() + ms) }))).toBe(expected);
  });

  it('is submitted once it is complete, and again without effect', () => {
    const bulk = create({ expected_rows: 20 });
    expect(codeOf(() => bulk.submit(2, [part(1)], NOW))).toBe('missing_parts');
    expect(codeOf(() => bulk.submit(1, [part(1), part(2)], NOW))).toBe('missing_parts');
    expect(codeOf(() => bulk.submit(2, [part(1, 10, false), part(2)], NOW))).toBe('invalid_part');
    expect(codeOf(() => bulk.submit(2, [part(1, 0), part(2, 0)], NOW))).toBe('bulk_empty');
    expect(codeOf(() => bulk.submit(2, [part(1, 100_000), part(2, 1)], NOW))).toBe('too_many_rows');
    expect(codeOf(() => bulk.submit(2, [part(1), part(2, 11)], NOW))).toBe('expected_rows_mismatch');
    bulk.submit(2, [part(1), part(2, 10, false)], NOW);
    bulk.submit(2, [], NOW);
    expect([statusOf(bulk), bulk.takeEvents().length]).toEqual(['validating', 2]);
    expect(codeOf(() => bulk.submit(3, [], NOW))).toBe('bulk_not_uploading');
  });

  it.each([
    ['all', 0, 'ready'],
    ['all', 1, 'invalid'],
    ['each', 1, 'ready'],
    ['each', 10, 'invalid'],
  ] as const)('with the mode %s and %s bad rows of 10 is %s', (mode, refused, expected) => {
    expect(statusOf(validatedBulk({ mode }, { refused }))).toBe(expected);
  });

  it('is invalid with another sum than expected', () => {
    expect(validatedBulk({ expected_amount: 101 }).snapshot()).toMatchObject({
      ...{ status: 'invalid', failure_code: 'expected_amount_mismatch', ended_at: NOW },
    });
    expect(statusOf(validatedBulk({ expected_amount: 100 }))).toBe('ready');
  });

  it('starts at its time, and with review after its confirmation', () => {
    const at = new Date(NOW.getTime() + DAY);
    expect(validatedBulk().startsAt).toBeNull();
    expect(validatedBulk({ execute_at: at }).startsAt).toBe(at);
    const reviewed = validatedBulk({ review: true });
    expect(reviewed.startsAt).toBeUndefined();
    reviewed.confirm(NOW);
    reviewed.confirm(NOW);
    expect(reviewed.startsAt).toBeNull();
    expect(codeOf(() => validatedBulk().confirm(NOW))).toBe('bulk_not_ready');
  });

  it('reports each twentieth once, shows the first 20 errors, and ends when every row is finished', () => {
    const bulk = validatedBulk({}, { rows: 1_000, refused: 30 });
    bulk.start(NOW);
    bulk.takeEvents();
    for (let row = 30; row < 1_000; row += 10) bulk.recordRows({ created: 10, refused: 0, errors: [] }, NOW);
    const events = bulk.takeEvents();
    expect(events.map(({ state }) => state.created + state.refused)).toEqual(
      Array.from({ length: 20 }, (_, index) => 50 * (index + 1)),
    );
    expect(events.at(-1)!.state).toMatchObject({ status: 'completed_with_errors', created: 970, refused: 30 });
    expect(bulk.snapshot().first_errors.map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it('can be canceled until it has ended', () => {
    const running = validatedBulk();
    running.start(NOW);
    for (const bulk of [create(), validatedBulk(), running]) {
      bulk.cancel(NOW);
      bulk.cancel(NOW);
      expect(bulk.snapshot()).toMatchObject({ status: 'canceled', ended_at: NOW });
    }
    const completed = validatedBulk();
    completed.start(NOW);
    completed.recordRows({ created: 10, refused: 0, errors: [] }, NOW);
    expect(statusOf(completed)).toBe('completed');
    expect(codeOf(() => completed.cancel(NOW))).toBe('bulk_not_cancelable');
    expect(() => running.recordRows({ created: 1, refused: 0, errors: [] }, NOW)).toThrow('is not running');
  });
});
