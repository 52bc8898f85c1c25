import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { BankStage } from '../../../test/support/bank/bank-stage.js';
import { changed, companyFile } from '../../../test/support/bank/company-files.js';
import { realDisk, type Disk } from './journal/disk.js';
import type { BankEvent } from './journal/events.js';

class Crash extends Error {}

interface CrashingDisk extends Disk {
  /** How many changes were made. */
  changes: number;
}

/**
 * A disk at which the process dies before its nth change, after it, or amid it: half of the bytes are written. Nothing
 * works afterwards.
 */
function diskThatDies(at: number, moment: 'before' | 'amid' | 'after'): CrashingDisk {
  const disk: CrashingDisk = { ...realDisk, changes: 0 };
  const count = (half: () => void, whole: () => void): void => {
    disk.changes++;
    if (disk.changes > at) throw new Crash();
    if (disk.changes < at) return whole();
    if (moment === 'amid') half();
    if (moment === 'after') whole();
    throw new Crash();
  };
  const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  disk.write = (path, bytes) =>
    count(
      () => realDisk.write(path, halfOf(bytes)),
      () => realDisk.write(path, bytes),
    );
  disk.append = (path, bytes) =>
    count(
      () => realDisk.append(path, halfOf(bytes)),
      () => realDisk.append(path, bytes),
    );
  disk.rename = (from, to) =>
    count(
      () => {},
      () => realDisk.rename(from, to),
    );
  disk.remove = (path) =>
    count(
      () => {},
      () => realDisk.remove(path),
    );
  disk.truncate = (path, size) =>
    count(
      () => {},
      () => realDisk.truncate(path, size),
    );
  return disk;
}

const files: [string, Buffer][] = [
  [
    'a.ach',
    companyFile({
      batches: [
        { entries: [{ cents: 1002 }, { cents: 1009 }, { cents: 1027 }] },
        {
          entries: [
            { code: '27', cents: 1001 },
            { code: '27', cents: 5000 },
          ],
        },
      ],
    }),
  ],
  ['b.ach', changed(companyFile({ header: { modifier: 'B' } }), 3, { column: 30, text: 'X' })],
  ['c.ach', companyFile({ header: { modifier: 'C' }, batches: [{ entries: [{ cents: 1005, sequence: 90 }] }] })],
];
const DAYS = 5;

/** Runs the bank for some days; at a crash it is started again on a sound disk. The number of crashes. */
function run(stage: BankStage): number {
  let crashes = 0;
  const surviving = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      crashes++;
      stage.restart(realDisk);
      stage.bank.round();
    }
  };
  for (const [name, bytes] of files) {
    stage.put(name, bytes);
    surviving(() => stage.bank.round());
  }
  for (let day = 0; day < DAYS; day++) surviving(() => stage.pass(1));
  return crashes;
}

/** What the company got, by name and content, and the lines of its account. */
function resultOf(stage: BankStage) {
  const outputs = stage.list('outbound').map((name) => [name, stage.text(name)]);
  const lines = stage.bank.books.lines.map(({ line, type, cents, date }) => [line, type, cents, date].join(' '));
  return { outputs, lines, inbound: stage.list('inbound'), outgoing: stage.list('.bank/outgoing') };
}

describe('the simulated bank, killed at any moment and started again,', () => {
  const disk = diskThatDies(Infinity, 'before');
  const calm = new BankStage();
  calm.restart(disk);
  run(calm);
  const expected = resultOf(calm);

  afterAll(() => calm.remove());

  it('has something to do in the story of these tests', () => {
    expect(expected.outputs.map(([name]) => name!.replace(/-.*/, ''))).toEqual(
      expect.arrayContaining(['acknowledgment', 'change', 'return', 'statement']),
    );
    expect(disk.changes).toBeGreaterThan(30);
  });

  it.each(['before', 'amid', 'after'] as const)('answers every file exactly once: %s each of its changes', (moment) => {
    for (let at = 1; at <= disk.changes; at++) {
      const stage = new BankStage();
      stage.restart(diskThatDies(at, moment));
      const crashes = run(stage);
      expect({ at, crashes, ...resultOf(stage) }).toEqual({ at, crashes: 1, ...expected });
      stage.remove();
    }
  });

  it('keeps its journal as it was when a line was cut off', () => {
    const stage = new BankStage();
    run(stage);
    const before = stage.journal();
    appendFileSync(
      join(stage.directory, '.bank', 'journal.jsonl'),
      '{"event":"settled","at":1,"file":1,"batch":1}\n{"eve',
    );
    stage.restart();
    expect(stage.journal()).toEqual(before);
    stage.remove();
  });

  it('gives a file that was half shown as a whole one', () => {
    const stage = new BankStage({ faults: { faults: { half_written: {} } } });
    stage.send(companyFile({ batches: [{ entries: [{ cents: 1002 }] }] }));
    stage.pass(2);
    stage.restart();
    stage.pass(1);
    expect(stage.answered('return')).toHaveLength(1);
    stage.remove();
  });

  it('drops a file that was written and never committed', () => {
    const stage = new BankStage();
    realDisk.write(join(stage.directory, '.bank', 'outgoing', '000007'), Buffer.from('half'));
    stage.restart();
    expect(stage.list('.bank/outgoing')).toEqual([]);
    stage.remove();
  });

  it('does not deliver a file again that the company has removed', () => {
    const stage = new BankStage();
    run(stage);
    for (const name of stage.list('outbound')) realDisk.remove(join(stage.directory, 'outbound', name));
    stage.restart();
    stage.bank.round();
    expect(stage.list('outbound')).toEqual([]);
    stage.remove();
  });
});

describe('the journal of the simulated bank', () => {
  it('says of every delivered file its hash, and of every received file its entries', () => {
    const stage = new BankStage();
    run(stage);
    const journal = stage.journal();
    const of = <Name extends BankEvent['event']>(name: Name) =>
      journal.filter((event): event is Extract<BankEvent, { event: Name }> => event.event === name);
    for (const { name, sha256 } of of('sent')) {
      expect(createHash('sha256').update(stage.read('outbound', name)).digest('hex')).toBe(sha256);
    }
    expect(of('file').map(({ name, status }) => `${name} ${status}`)).toEqual([
      'a.ach accepted',
      'b.ach refused',
      'c.ach accepted',
    ]);
    expect(of('entry').map(({ cents }) => cents)).toEqual([1002, 1009, 1027, 1001, 5000, 1005]);
    stage.remove();
  });

  it('goes on after the disk was full for a while', () => {
    const stage = new BankStage();
    const full = { ...realDisk };
    stage.restart(full);
    full.append = (path, bytes) => {
      realDisk.append(path, bytes.subarray(0, 5));
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    };
    expect(() => stage.send(companyFile())).toThrow('no space');
    full.append = (path, bytes) => realDisk.append(path, bytes);
    stage.bank.round();
    stage.restart();
    expect(stage.bank.books.files.size).toBe(1);
    expect(stage.list('outbound')).toEqual(['acknowledgment-000001.txt']);
    stage.remove();
  });

  it('that is broken stops the start, and says in which line', () => {
    const stage = new BankStage();
    run(stage);
    const path = join(stage.directory, '.bank', 'journal.jsonl');
    realDisk.write(path, Buffer.from(`{"event":\n${realDisk.read(path).toString()}`));
    expect(() => stage.restart()).toThrow('journal.jsonl: line 1 is no JSON');
    stage.remove();
  });
});
