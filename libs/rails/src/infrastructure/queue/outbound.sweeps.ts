import { Injectable } from '@nestjs/common';
import { Sweeps } from '@payments/messaging';
import type { Sweep } from '@payments/messaging';
import { Log } from '@payments/observability';
import { CloseFiles } from '../../application/close-files.js';
import { CutFiles } from '../../application/cut-files.js';
import { AskForStatuses } from '../../application/messages/ask-for-statuses.js';
import { FollowFiles } from '../../application/follow-files.js';
import { Profiles } from '../../application/ports.js';
import { SendReversals } from '../../application/reversals/send-reversals.js';
import { SettleEntries } from '../../application/settle-entries.js';
import { UploadFiles } from '../../application/upload-files.js';
import type { Connection } from '../../domain/connection.js';

/** Works on every connection; one that fails must not delay the others. */
@Injectable()
export class EachConnection {
  constructor(
    private readonly profiles: Profiles,
    private readonly log: Log,
  ) {}

  async run(work: string, step: (connection: Connection) => Promise<boolean | void>): Promise<boolean> {
    let more = false;
    for (const connection of this.profiles.connections) {
      try {
        more = (await step(connection)) === true || more;
      } catch (error) {
        this.log.warn('rails_work_failed', { reason: `${work} ${connection.name}`, error });
      }
    }
    return more;
  }
}

/** Cuts files when their windows end. */
@Injectable()
@Sweeps({ name: 'rails-cut' })
export class CutSweep implements Sweep {
  constructor(
    private readonly connections: EachConnection,
    private readonly cutFiles: CutFiles,
  ) {}

  sweep(): Promise<boolean> {
    return this.connections.run('cut', (connection) => this.cutFiles.execute(connection));
  }
}

/** Uploads sealed files. */
@Injectable()
@Sweeps({ name: 'rails-upload' })
export class UploadSweep implements Sweep {
  constructor(
    private readonly connections: EachConnection,
    private readonly uploadFiles: UploadFiles,
  ) {}

  sweep(): Promise<boolean> {
    return this.connections.run('upload', (connection) => this.uploadFiles.execute(connection));
  }
}

/**
 * Lets entries follow their files, presumes them settled in time, takes approved reversals, closes files in the end, and asks
 * what became of instant payments.
 */
@Injectable()
@Sweeps({ name: 'rails-entries' })
export class EntriesSweep implements Sweep {
  constructor(
    private readonly connections: EachConnection,
    private readonly followFiles: FollowFiles,
    private readonly settleEntries: SettleEntries,
    private readonly sendReversals: SendReversals,
    private readonly closeFiles: CloseFiles,
    private readonly askForStatuses: AskForStatuses,
  ) {}

  sweep(): Promise<boolean> {
    return this.connections.run('follow', async (connection) => {
      await this.followFiles.execute(connection);
      await this.settleEntries.execute(connection);
      await this.sendReversals.execute(connection);
      await this.closeFiles.execute(connection);
      return this.askForStatuses.execute(connection);
    });
  }
}
