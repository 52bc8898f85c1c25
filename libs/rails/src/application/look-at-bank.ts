import { Injectable } from '@nestjs/common';
import { compareRemote } from './compare-remote.js';
import type { Found } from './compare-remote.js';
import { FileOperationError } from './operate-files.js';
import { Channels, Files, Profiles } from './ports.js';
import { remotePaths } from './remote-paths.js';

/** Compares a file with what the bank has under its name. */
@Injectable()
export class LookAtBank {
  constructor(
    private readonly files: Files,
    private readonly profiles: Profiles,
    private readonly channels: Channels,
  ) {}

  /** A bank takes files away, so an absent one says nothing. @throws FileOperationError, ChannelError */
  async execute(id: string): Promise<Found> {
    const file = await this.files.find(id);
    if (file?.file_name == null || file.sha256 === null) throw new FileOperationError('it has no bytes yet');
    const connection = this.profiles.named(file.connection);
    const remote = await this.channels.open(connection);
    try {
      return await compareRemote(remote, remotePaths(connection, file).final, { connection, file });
    } finally {
      await remote.close();
    }
  }
}
