import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { odfiOf } from '../domain/ach/file-headers.js';
import type { Connection } from '../domain/connection.js';
import { emptyRoom, lessRoom } from '../domain/file-room.js';
import type { FileRoom } from '../domain/file-room.js';
import { isInstantRail } from '../domain/entry-state.js';
import { fileTimes, isLate, messageTimes } from '../domain/file-rules.js';
import type { FileState } from '../domain/file-state.js';
import { windowOfKey } from '../domain/plan-entry.js';
import { FileStorage } from './file-storage.js';
import { HandOvers } from './hand-overs.js';
import type { WaitingWindow, Lease } from './ports.js';
import { LEASE_MS } from './lease-time.js';
import { openFile } from './open-file.js';
import { RollEntries } from './roll-entries.js';
import { SealFile } from './seal-file.js';
import { TenantWork } from './tenant-work.js';

/** Entries that are claimed in one transaction: few enough for one statement, however busy the machine is. */
const CLAIMED_AT_ONCE = 1_000;

/** Builds and seals the files of a connection, one worker at a time. Every step may be repeated after a crash. */
@Injectable()
export class CutFiles {
  constructor(
    private readonly storage: FileStorage,
    private readonly handOvers: HandOvers,
    private readonly tenantWork: TenantWork,
    private readonly rollEntries: RollEntries,
    private readonly sealFile: SealFile,
    private readonly clock: Clock,
  ) {}

  /** @returns whether there was something to do. */
  async execute(connection: Connection): Promise<boolean> {
    const { leases } = this.storage;
    if (isNothing(await this.work(connection))) return false;
    const lease = await leases.take(connection.name, 'cut', LEASE_MS);
    if (lease === undefined) return false;
    try {
      // Whoever had the lease before may have done some of it, and the time has gone on.
      const { unfinished, due } = await this.work(connection);
      for (const file of unfinished) await this.resume(connection, file, lease);
      for (const window of due) await this.cut(connection, window, lease);
      return due.length > 0;
    } finally {
      await leases.release(lease);
    }
  }

  private async work(connection: Connection): Promise<CutWork> {
    const { files } = this.storage;
    const [unfinished, windows] = await Promise.all([
      files.list({ connection: connection.name, states: ['building', 'closing'], oldestFirst: true }, UNFINISHED),
      files.dueWindows(connection.name),
    ]);
    return { unfinished, due: await this.withoutStragglers(connection, windows) };
  }

  // A cut waits for orders that are still being handed over, for half of the time that it has.
  private async withoutStragglers(connection: Connection, windows: readonly WaitingWindow[]): Promise<WaitingWindow[]> {
    const due: WaitingWindow[] = [];
    for (const window of windows) {
      // A message carries its orders by name, and others never join it.
      if (isInstantRail(window.rail)) {
        due.push(window);
        continue;
      }
      const { cut_at, upload_by } = fileTimes(window, connection);
      const waitsUntil = (cut_at.getTime() + upload_by.getTime()) / 2;
      const isPatient = this.clock.now().getTime() < waitsUntil;
      const enterpriseIds = connection.companies.map(({ enterprise_id }) => enterprise_id);
      const windowAt = windowOfKey(window.window_key);
      if (isPatient && (await this.handOvers.arePending(enterpriseIds, window.rail, windowAt))) continue;
      due.push(window);
    }
    return due;
  }

  private async resume(connection: Connection, file: FileState, lease: Lease): Promise<void> {
    if (file.state === 'closing') return this.sealFile.execute(connection, file, lease);
    // Whoever built it before can no longer close it: its version is another one.
    const taken = await this.storage.files.save(file, file);
    await this.fill(connection, taken, { enterpriseIds: await this.enterprisesOf(connection, taken), lease });
  }

  // Those of the profile, which may be written before they exist, and others with entries in the file: the profile may
  // have lost them since.
  private async enterprisesOf({ companies }: Connection, file: FileState): Promise<string[]> {
    const own = new Set(companies.map(({ enterprise_id }) => enterprise_id));
    const ids: string[] = [];
    for (const id of await this.tenantWork.enterpriseIds()) {
      if (own.has(id) || (await this.taken(id, file)).entries > 0) ids.push(id);
    }
    return ids;
  }

  private async cut(connection: Connection, window: WaitingWindow, lease: Lease): Promise<void> {
    const now = this.clock.now();
    const times = isInstantRail(window.rail) ? messageTimes(now) : fileTimes(window, connection);
    if (isLate(times, now)) return this.rollEntries.execute(connection, window);
    const file = await openFile(this.storage, { connection, window, times });
    await this.fill(connection, file, { enterpriseIds: window.enterprise_ids, lease });
  }

  private async fill(connection: Connection, file: FileState, { enterpriseIds, lease }: Filling): Promise<void> {
    let room = emptyRoom(connection);
    for (const id of enterpriseIds) room = lessRoom(room, await this.taken(id, file));
    for (const id of enterpriseIds) room = await this.claim(id, { connection, file, lease, room });
    await this.sealFile.close(connection, file, { enterpriseIds, lease });
  }

  private async taken(enterpriseId: string, file: FileState): Promise<FileRoom> {
    const batches = await this.tenantWork.run(enterpriseId, () => this.storage.entries.summarize(file.id));
    return batches.reduce(
      (sum, { entries, debit, credit }) => ({
        entries: sum.entries + entries,
        batches: sum.batches + 1,
        debit: sum.debit + debit,
        credit: sum.credit + credit,
      }),
      { entries: 0, batches: 0, debit: 0n, credit: 0n },
    );
  }

  /** @returns the room that is left. */
  private async claim(enterpriseId: string, { connection, file, lease, ...start }: Claiming): Promise<FileRoom> {
    const { entries, leases, reversals, traces } = this.storage;
    if (!isInstantRail(file.rail)) await this.tenantWork.run(enterpriseId, () => reversals.ofWindow(file));
    for (let room = start.room; ;) {
      const limit = Math.min(room.entries, CLAIMED_AT_ONCE);
      const wanted = await this.tenantWork.run(enterpriseId, () => entries.countWaiting(file, limit));
      if (wanted === 0) return room;
      const block = await traces.take(connection.name, wanted);
      // The trace numbers of a file ascend; the rest goes into its next part.
      if (block.epoch !== file.epoch) return { ...room, entries: 0 };
      const claim = { lease, odfi: odfiOf(connection), block, room };
      const claimed = await this.tenantWork.run(enterpriseId, () => entries.claim(file, claim));
      room = lessRoom(room, claimed);
      if (claimed.entries < block.count) return room;
      await leases.renew(lease, LEASE_MS);
    }
  }
}

const UNFINISHED = 100;

interface CutWork {
  /** The oldest first. */
  readonly unfinished: readonly FileState[];
  readonly due: readonly WaitingWindow[];
}

interface Filling {
  readonly enterpriseIds: readonly string[];
  readonly lease: Lease;
}

interface Claiming {
  readonly connection: Connection;
  readonly file: FileState;
  readonly lease: Lease;
  readonly room: FileRoom;
}

const isNothing = ({ unfinished, due }: CutWork) => unfinished.length === 0 && due.length === 0;
