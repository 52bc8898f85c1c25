import { digestOf } from '@payments/persistence';
import type { Connection } from '../domain/connection.js';
import type { FileState } from '../domain/file-state.js';
import type { RemoteFiles } from './ports.js';

/** What is at a path of the bank: nothing, the bytes of the file as far as the profile lets one compare, or others. */
export type Found = 'absent' | 'same' | 'other';

export async function compareRemote(
  files: RemoteFiles,
  path: string,
  { connection, file }: { readonly connection: Connection; readonly file: FileState },
): Promise<Found> {
  const found = await files.stat(path);
  if (found === undefined) return 'absent';
  if (found.kind !== 'file') return 'other';
  const { verify } = connection.outbound;
  if (verify === 'none') return 'same';
  if (found.size !== undefined && BigInt(found.size) !== file.size) return 'other';
  if (verify === 'size') return 'same';
  const hash = await digestOf(files.read(path, { maxBytes: Number(file.size) }));
  return hash.equals(file.sha256!) ? 'same' : 'other';
}
