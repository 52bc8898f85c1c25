import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import type { Connection } from '../domain/connection.js';
import { isInstantRail } from '../domain/entry-state.js';
import { fileTimes, isLate } from '../domain/file-rules.js';
import type { FileState } from '../domain/file-state.js';
import { windowOfKey } from '../domain/plan-entry.js';
import { FileAudit } from './file-audit.js';
import type { Decision } from './file-audit.js';
import { FileOperationError } from './operate-files.js';
import { openFile } from './open-file.js';
import { FileStorage } from './file-storage.js';
import { HandOvers } from './hand-overs.js';
import { Profiles } from './ports.js';
import type { WaitingWindow } from './ports.js';

/** A window whose entries wait for their file, or whose payments wait to become entries. */
export interface OpenWindow extends WaitingWindow {
  /** Connection and window key: it has no file yet. */
  readonly id: string;
  readonly connection: string;
  readonly cutoff_at: Date;
  /** Not handed over yet, and their cents. */
  readonly payments: number;
  readonly cents: bigint;
}

/** How long a cut waits for workers that hand payments over. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 250;

/** Shows the windows whose entries wait for a file, and cuts the file of one before its window ends. */
@Injectable()
export class CutWindow {
  constructor(
    private readonly storage: FileStorage,
    private readonly handOvers: HandOvers,
    private readonly profiles: Profiles,
    private readonly audit: FileAudit,
    private readonly clock: Clock,
  ) {}

  /** The next to be cut first, by connection. */
  async list(only?: string): Promise<OpenWindow[]> {
    const open: OpenWindow[] = [];
    for (const connection of this.profiles.connections) {
      if (only === undefined || connection.name === only) open.push(...(await this.windowsOf(connection)));
    }
    return open;
  }

  /**
   * Opens the file of a window now; a worker builds it. What waits for the window is handed over before. The cut-off stays that
   * of the window, so a failed upload has as long as otherwise. What is handed over later goes into another part, when the
   * window ends.
   * @throws FileOperationError
   */
  async cut(id: string, decision: Decision): Promise<FileState> {
    const asked = await this.find(id);
    if (asked === undefined) throw nothingWaits();
    const connection = this.profiles.named(asked.connection);
    const now = this.clock.now();
    if (isLate(asked, now)) throw new FileOperationError('it missed its cut-off; its entries go into the next window');
    const { enterprise_ids, window_key, entries, payments } = asked;
    const fileId = newId();
    await this.audit.recordIn(enterprise_ids, decision, {
      ...{ action: 'file.cut', subject_type: 'file', subject_id: fileId },
      ...{ before: { cut_at: asked.cut_at.toISOString() }, after: { window: window_key, entries: entries + payments } },
    });
    await this.handOver(asked);
    const window = (await this.storage.files.waitingWindows(connection.name)).find(
      (each) => each.window_key === window_key,
    );
    if (window === undefined) throw await this.withoutEntries(asked);
    const times = { ...fileTimes(window, connection), cut_at: now };
    const file = await openFile(this.storage, { connection, window, times, cut_by: decision.actor, id: fileId });
    if (file.id !== fileId) throw new FileOperationError(`it is being cut already, as ${file.id}`);
    return file;
  }

  /** Until all is handed over, or it takes too long: then it goes into another part. */
  private async handOver({ id, rail, window_key, enterprise_ids, payments }: OpenWindow): Promise<void> {
    if (payments === 0) return;
    for (const enterpriseId of enterprise_ids) {
      await this.handOvers.bringForward(enterpriseId, rail, windowOfKey(window_key));
    }
    const until = this.clock.elapsedMs() + PATIENCE_MS;
    while (this.clock.elapsedMs() < until && ((await this.find(id))?.payments ?? 0) > 0) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  private async withoutEntries({ id }: OpenWindow): Promise<FileOperationError> {
    const parts = (await this.list(connectionIn(id)))
      .filter((each) => each.id.startsWith(`${id}/`))
      .map((each) => each.id);
    if (parts.length > 0)
      return new FileOperationError(`its payments go into several files; cut ${parts.join(' and ')}`);
    const left = (await this.find(id))?.payments ?? 0;
    if (left === 0) return nothingWaits();
    return new FileOperationError(`${left} payments were not handed over; see that workers run, and repeat it`);
  }

  private async find(id: string): Promise<OpenWindow | undefined> {
    return (await this.list(connectionIn(id))).find((each) => each.id === id);
  }

  private async windowsOf(connection: Connection): Promise<OpenWindow[]> {
    const { name } = connection;
    const windows = new Map<string, OpenWindow>();
    const opened = (window: WaitingWindow): OpenWindow => ({
      ...{ ...window, id: `${name}/${window.window_key}`, connection: name, payments: 0, cents: 0n },
      cutoff_at: fileTimes(window, connection).cutoff_at,
    });
    for (const each of await this.storage.files.waitingWindows(name)) windows.set(each.window_key, opened(each));
    for (const { enterprise_id } of connection.companies) {
      for (const { rail, window_at, payments, cents } of await this.handOvers.waiting(enterprise_id)) {
        const carrier = this.profiles.carrierOf(enterprise_id, rail);
        if (isInstantRail(rail) || carrier?.connection.name !== name) continue;
        const key = `${rail}/${window_at.toISOString()}`;
        const known =
          windows.get(key) ??
          opened({ rail, window_key: key, cut_at: window_at, cutoff_at: null, entries: 0, enterprise_ids: [] });
        windows.set(key, {
          ...{ ...known, payments: known.payments + payments, cents: known.cents + cents },
          enterprise_ids: [...new Set([...known.enterprise_ids, enterprise_id])],
        });
      }
    }
    return [...windows.values()].sort((one, other) => one.cut_at.getTime() - other.cut_at.getTime());
  }
}

const connectionIn = (id: string) => id.split('/')[0];

const nothingWaits = () =>
  new FileOperationError('no entries wait for it; list open files with payments rails files list --state open');
