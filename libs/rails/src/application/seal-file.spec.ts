import { FixedClock } from '@payments/kernel';
import type { Connection } from '../domain/connection.js';
import type { FileState } from '../domain/file-state.js';
import type { Lease } from './ports.js';
import { SealFile } from './seal-file.js';

const NOW = new Date('2026-07-15T13:45:00Z');

describe('SealFile', () => {
  it('holds the 37th file of a day without a name, and renders nothing', async () => {
    const used = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    const saved: Partial<FileState>[] = [];
    const save = (_: FileState, after: FileState) => Promise.resolve((saved.push(after), after));
    const storage = { files: { modifiersOf: () => Promise.resolve(used), save } };
    const seal = new SealFile(
      storage as never,
      {} as never,
      {} as never,
      new FixedClock(NOW),
      {} as never,
      {} as never,
    );
    const file = { id: 'f', rail: 'ach', state: 'closing', file_name: null } as FileState;
    await seal.execute({ name: 'first-bank' } as Connection, file, {} as Lease);
    expect(saved).toEqual([{ ...file, state: 'held', reason: 'modifiers_exhausted' }]);
  });
});
