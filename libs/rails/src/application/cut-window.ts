import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { fileTimes, isLate } from '../domain/file-rules.js';
import type { FileState } from '../domain/file-state.js';
import { FileAudit } from './file-audit.js';
import type { Decision } from './file-audit.js';
import { FileOperationError } from './operate-files.js';
import { openFile } from './open-file.js';
import { Files, Profiles, TraceNumbers } from './ports.js';
import type { WaitingWindow } from './ports.js';

/** A window whose entries wait for their file. */
export interface OpenWindow extends WaitingWindow {
  /** Connection and window key: it has no file yet. */
  readonly id: string;
  readonly connection: string;
  readonly cutoff_at: Date;
}

/** Shows the windows whose entries wait for a file, and cuts the file of one before its window ends. */
@Injectable()
export class CutWindow {
  constructor(
    private readonly files: Files,
    private readonly traces: TraceNumbers,
    private readonly profiles: Profiles,
    private readonly audit: FileAudit,
    private readonly clock: Clock,
  ) {}

  /** The next to be cut first, by connection. */
  async list(only?: string): Promise<OpenWindow[]> {
    const open: OpenWindow[] = [];
    for (const connection of this.profiles.connections) {
      const { name } = connection;
      if (only !== undefined && name !== only) continue;
      for (const window of await this.files.waitingWindows(name)) {
        const { cutoff_at } = fileTimes(window, connection);
        open.push({ ...window, cutoff_at, id: `${name}/${window.window_key}`, connection: name });
      }
    }
    return open;
  }

  /**
   * Opens the file of a window now; a worker builds it. The cut-off stays that of the window, so a failed upload has as long
   * as otherwise. What is handed over later goes into another part, when the window ends.
   * @throws FileOperationError
   */
  async cut(id: string, decision: Decision): Promise<FileState> {
    const window = (await this.list()).find((each) => each.id === id);
    if (window === undefined) {
      throw new FileOperationError(
        'no entries wait for it; list open files with payments rails files list --state open',
      );
    }
    const connection = this.profiles.named(window.connection);
    const now = this.clock.now();
    const times = { ...fileTimes(window, connection), cut_at: now };
    if (isLate(times, now)) throw new FileOperationError('it missed its cut-off; its entries go into the next window');
    const { enterprise_ids, window_key, entries } = window;
    const fileId = newId();
    await this.audit.recordIn(enterprise_ids, decision, {
      ...{ action: 'file.cut', subject_type: 'file', subject_id: fileId },
      ...{ before: { cut_at: window.cut_at.toISOString() }, after: { window: window_key, entries } },
    });
    const { files, traces } = this;
    const opening = { connection, window, times, cut_by: decision.actor, id: fileId };
    const file = await openFile({ files, traces }, opening);
    if (file.id !== fileId) throw new FileOperationError(`it is being cut already, as ${file.id}`);
    return file;
  }
}
