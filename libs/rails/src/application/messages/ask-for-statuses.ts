import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Log } from '@payments/observability';
import type { Connection } from '../../domain/connection.js';
import type { FileState } from '../../domain/file-state.js';
import { writePacs028 } from '../../domain/iso20022/pacs-028.js';
import { isBetweenBanks } from '../../domain/message-format.js';
import { NO_STATUS, pauseAfterInquiry } from '../../domain/status-deadline.js';
import { Files, StaleFileError } from '../ports.js';
import { SendNotice } from './send-notice.js';

/** After a long silence there may be many; the rest is asked for in the next round. */
const AT_ONCE = 500;

/**
 * What becomes of payments whose bank is silent. A network is asked for their status, again and again; a bank of companies
 * cannot be asked, so a person must. Nothing is ever sent again for that, and no other rail is tried.
 */
@Injectable()
export class AskForStatuses {
  constructor(
    private readonly files: Files,
    private readonly sendNotice: SendNotice,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @returns whether something was asked. */
  async execute(connection: Connection): Promise<boolean> {
    let asked = false;
    for (const file of await this.files.withStatusDue(connection.name, AT_ONCE)) {
      try {
        asked = (await this.one(connection, file)) || asked;
      } catch (error) {
        // A status came meanwhile, or another worker was faster.
        if (!(error instanceof StaleFileError)) throw error;
      }
    }
    return asked;
  }

  private async one(connection: Connection, file: FileState): Promise<boolean> {
    const { format } = file;
    if (format === null || 'header' in format) throw new Error(`file ${file.id} is no message`);
    if (!isBetweenBanks(format)) {
      // Accepted payments are final later; only what has no status at all is in doubt.
      const isSilent = file.state === 'uploaded';
      const doubt = isSilent ? ({ state: 'doubtful', reason: NO_STATUS } as const) : {};
      await this.files.save(file, { ...file, ...doubt, status_due_at: null });
      if (isSilent) this.log.error('rails_file_doubtful', { file_id: file.id, reason: NO_STATUS });
      return false;
    }
    const inquiries = file.inquiries + 1;
    const key = `${file.status_due_at!.toISOString()}/${file.id}/${inquiries}`;
    await this.sendNotice.execute(connection, file, { purpose: 'inquiry', key, write: writePacs028 });
    const status_due_at = new Date(this.clock.now().getTime() + pauseAfterInquiry(inquiries));
    await this.files.save(file, { ...file, inquiries, status_due_at });
    this.log.warn('rails_status_asked_for', { file_id: file.id, attempt: inquiries });
    return true;
  }
}
