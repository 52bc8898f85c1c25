import { FixedClock } from '@payments/kernel';
import type { Connection } from '../domain/connection.js';
import type { FileState } from '../domain/file-state.js';
import { IsoFormatError } from '../domain/iso20022/iso-diagnostic.js';
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
    expect(saved).toEqual([{ ...file, state: 'held', reason: 'modifiers_exhausted', released_by: [] }]);
  });

  it('holds a message that breaks a rule of its network, and seals nothing', async () => {
    const saved: Partial<FileState>[] = [];
    const save = (_: FileState, after: FileState) => Promise.resolve((saved.push(after), after));
    const render = { execute: () => Promise.reject(new IsoFormatError('GrpHdr/MsgId', 'another id')) };
    const told: string[] = [];
    const log = { error: (message: string) => told.push(message) };
    const seal = new SealFile(
      { files: { save } } as never,
      {} as never,
      render as never,
      new FixedClock(NOW),
      {} as never,
      log as never,
    );
    const file = { id: 'f', rail: 'fednow', state: 'closing', file_name: 'a.xml' } as FileState;
    await seal.execute({ name: 'first-bank' } as Connection, file, {} as Lease);
    const last_error = 'GrpHdr/MsgId: expected another id';
    expect(saved).toEqual([{ ...file, state: 'held', reason: 'network_rule', released_by: [], last_error }]);
    expect(told).toEqual(['rails_file_held']);
  });
});
