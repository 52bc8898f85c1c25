import { newId } from '@payments/kernel';
import type { Connection } from '../domain/connection.js';
import { traceCapacity } from '../domain/file-room.js';
import type { FileState } from '../domain/file-state.js';
import type { Files, TraceNumbers, WaitingWindow } from './ports.js';

interface Opening {
  readonly connection: Connection;
  readonly window: Pick<WaitingWindow, 'rail' | 'window_key'>;
  readonly times: Pick<FileState, 'cut_at' | 'upload_by' | 'cutoff_at'>;
  /** The operator who does not wait for the end of the window. */
  readonly cut_by?: string;
  readonly id?: string;
}

/** Opens the file of a window, or finds the one that is being built; its trace numbers are all of one epoch. */
export async function openFile(
  { files, traces }: { readonly files: Files; readonly traces: TraceNumbers },
  { connection, window: { rail, window_key }, times, cut_by, id = newId() }: Opening,
): Promise<FileState> {
  const epoch = await traces.epochFor(connection, 2 * traceCapacity(connection));
  const file = { ...times, id, connection: connection.name, rail, window_key, epoch };
  return files.open({ ...file, cut_by: cut_by ?? null });
}
