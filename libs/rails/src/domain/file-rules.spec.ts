import { emptyRoom } from './file-room.js';
import { bankProfile } from '@payments/testing';
import { parseProfiles } from '../infrastructure/profiles/read-profiles.js';
import { fileTimes, freeModifier, holdReason, pauseAfter } from './file-rules.js';
import type { FileState } from './file-state.js';

const NOW = new Date('2026-07-15T13:46:00Z');
const profile = (changes: Record<string, unknown> = {}) => parseProfiles(JSON.stringify(bankProfile(changes)))[0]!;
const aFile = (changes: Partial<FileState> = {}) =>
  ({
    id: 'a',
    state: 'closing',
    debit: 0n,
    credit: 100n,
    cutoff_at: new Date('2026-07-15T14:00:00Z'),
    ...changes,
  }) as FileState;
const others = { sent: 10, ofDay: { debit: 0n, credit: 0n }, now: NOW };

describe('holdReason', () => {
  it('lets a file go that exceeds nothing', () => {
    expect(holdReason(aFile(), profile(), others)).toBeUndefined();
  });

  it.each([
    ['late', aFile({ cutoff_at: new Date('2026-07-15T13:45:59Z') }), {}],
    ['file_limit', aFile({ credit: 500_000_001n }), {}],
    ['file_limit', aFile({ debit: 500_000_001n }), {}],
    ['large', aFile({ credit: 101n }), { release: { manual_over_cents: 100 } }],
    ['manual', aFile(), { release: { mode: 'manual' } }],
    ['first_files', aFile(), { release: { first_files_manual: 11 } }],
  ])('holds a file: %s', (reason, file, changes) => {
    expect(holdReason(file, profile(changes), others)).toBe(reason);
  });

  it('is late after its cut-off, not at it', () => {
    const at = (now: Date) => holdReason(aFile({ cutoff_at: NOW }), profile(), { ...others, now });
    expect([at(NOW), at(new Date(NOW.getTime() + 1))]).toEqual([undefined, 'late']);
  });

  it('adds up the files of a day', () => {
    const usual = profile();
    const limited = { ...usual, limits: { ...usual.limits, day_credit_cents: 250 } };
    const ofDay = { debit: 0n, credit: 100n };
    expect(holdReason(aFile(), limited, { ...others, ofDay })).toBeUndefined();
    expect(holdReason(aFile({ credit: 151n }), limited, { ...others, ofDay })).toBe('day_limit');
  });
});

describe('the times and names of files', () => {
  it('leave the margin of the profile before the cut-off', () => {
    expect(fileTimes({ cut_at: new Date('2026-07-15T13:45:00Z'), cutoff_at: null }, profile())).toEqual({
      cut_at: new Date('2026-07-15T13:45:00Z'),
      upload_by: new Date('2026-07-15T13:55:00Z'),
      cutoff_at: new Date('2026-07-15T14:00:00Z'),
    });
  });

  it('keep the cut-off that was stored with the orders, whatever the profile says by now', () => {
    const cutoff_at = new Date('2026-07-15T14:30:00Z');
    const times = fileTimes({ cut_at: new Date('2026-07-15T13:45:00Z'), cutoff_at }, profile());
    expect(times).toMatchObject({ upload_by: new Date('2026-07-15T14:25:00Z'), cutoff_at });
  });

  it('have 36 modifiers a day', () => {
    const used = new Set<string>();
    for (let modifier = freeModifier(used); modifier !== undefined; modifier = freeModifier(used)) used.add(modifier);
    expect([...used].join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  });

  it('are tried again after 5 seconds at first, and after 5 minutes at last', () => {
    expect([1, 2, 3, 20].map(pauseAfter)).toEqual([5_000, 10_000, 20_000, 300_000]);
  });
});

describe('the room of a file', () => {
  const limits = { file_entries: 50_000, file_batches: 1_000 };
  const roomOf = (offset: string, addenda = 'none', file_entries = limits.file_entries) =>
    emptyRoom({ ach: { offset, addenda }, limits: { ...limits, file_entries } } as never);

  it('of balanced batches is what one offset entry can state', () => {
    expect(roomOf('balanced_batch')).toMatchObject({ debit: 9_999_999_999n, credit: 9_999_999_999n });
    expect(roomOf('unbalanced')).toMatchObject({ debit: 999_999_999_999n, credit: 999_999_999_999n });
  });

  it('is never more records than one batch control can count, with addenda and an offset', () => {
    for (const file_entries of [999_998, 999_999, 1_000_000, 9_999_990]) {
      expect(roomOf('balanced_batch', 'none', file_entries).entries + 1).toBe(999_999);
      expect(2 * roomOf('balanced_batch', 'descriptor', file_entries).entries + 1).toBe(999_999);
    }
  });
});
