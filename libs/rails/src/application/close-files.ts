import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '@payments/kernel';
import { Log } from '@payments/observability';
import type { Connection } from '../domain/connection.js';
import { Files } from './ports.js';

/** Returns come up to 60 days after settlement, and settlement within days of the upload. */
const OPEN_DAYS = 70;

/** Closes the files of which nothing more is expected. What comes all the same is still applied to their entries. */
@Injectable()
export class CloseFiles {
  constructor(
    private readonly files: Files,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async execute({ name }: Connection): Promise<void> {
    const before = new Date(this.clock.now().getTime() - OPEN_DAYS * DAY_MS);
    const count = await this.files.closeFinished(name, before);
    if (count > 0) this.log.info('rails_files_closed', { reason: name, count });
  }
}
