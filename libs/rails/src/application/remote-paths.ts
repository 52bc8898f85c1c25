import type { Connection } from '../domain/connection.js';
import { isInstantRail } from '../domain/entry-state.js';
import type { FileState } from '../domain/file-state.js';

/** Where a file is at the bank: its final path, and the one under which it is written; the same for direct uploads. */
export function remotePaths(
  { outbound, iso }: Pick<Connection, 'outbound' | 'iso'>,
  { rail, file_name }: Pick<FileState, 'rail' | 'file_name'>,
) {
  const { upload, temporary, staging_directory } = outbound;
  const directory = (isInstantRail(rail) ? iso.directory : null) ?? outbound.directory;
  const name = file_name!;
  const final = join(directory, name);
  switch (upload) {
    case 'direct':
      return { final, temporary: final };
    case 'move_directory':
      return { final, temporary: join(staging_directory ?? directory, name) };
    case 'rename':
      return { final, temporary: join(directory, temporary.replace('{name}', name)) };
  }
}

const join = (directory: string, name: string) => (directory === '/' ? `/${name}` : `${directory}/${name}`);
