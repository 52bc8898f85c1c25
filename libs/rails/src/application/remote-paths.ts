import type { Connection } from '../domain/connection.js';

/** Where a file is at the bank: its final path, and the one under which it is written; the same for direct uploads. */
export function remotePaths({ outbound }: Pick<Connection, 'outbound'>, name: string) {
  const { directory, upload, temporary, staging_directory } = outbound;
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
