import type { RemoteFiles } from '../application/ports.js';
import type { Channel } from '../domain/connection.js';
import { DirectoryFiles } from './directory/directory-files.js';
import type { OpenOptions } from './sftp/open-session.js';

/** Opens a channel to the bank. @throws ChannelError; nothing stays open then. */
export async function openRemoteFiles(channel: Channel, options: OpenOptions): Promise<RemoteFiles> {
  if (channel.kind === 'directory') {
    const files = await DirectoryFiles.open(channel.root);
    options.onStep?.('connect', channel.root);
    return files;
  }
  // Only a process that talks to a bank loads SSH.
  const { SftpFiles } = await import('./sftp/sftp-files.js');
  return SftpFiles.open(channel, options);
}
