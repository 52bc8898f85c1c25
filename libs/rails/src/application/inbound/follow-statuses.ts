import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import type { Connection } from '../../domain/connection.js';
import type { EntryStatus } from '../../domain/entry-state.js';
import { type FileState, type FileStatus, isCopy, sentAgain } from '../../domain/file-state.js';
import type { PaymentStatus } from '../../domain/iso20022/payment-status.js';
import { isBetweenBanks } from '../../domain/message-format.js';
import { statusDueAt } from '../../domain/status-deadline.js';
import { observeFile } from '../observe-file.js';
import { Files, type SentEntry, StaleFileError } from '../ports.js';

const ATTEMPTS = 5;
/** The bank may have a file in these states, and has not said so. */
const UNCONFIRMED: ReadonlySet<FileStatus> = new Set(['uploading', 'doubtful', 'uploaded']);

/** Lets files of messages follow what is told of their payments. */
@Injectable()
export class FollowStatuses {
  constructor(
    private readonly files: Files,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** Any status proves that the bank has the message; one of a payment, that it has dealt with it. */
  received(
    connection: Connection,
    { id }: FileState,
    statuses: readonly Pick<PaymentStatus, 'outcome'>[],
  ): Promise<void> {
    const isDecided = statuses.some(({ outcome }) => outcome !== 'none' && outcome !== 'unknown');
    const isPaid = statuses.some(({ outcome }) => outcome === 'accepted' || outcome === 'settled');
    return this.withFile(id, async (found) => {
      // What the bank pays does not go out again.
      const isNeedless = isPaid && found.state === 'sealed' && isCopy(found);
      const file = isNeedless ? await this.files.save(found, { ...found, state: 'doubtful' }) : found;
      if (!UNCONFIRMED.has(file.state)) return;
      const now = this.clock.now();
      const uploaded = { uploaded_at: file.uploaded_at ?? now, reason: null, next_attempt_at: null };
      const status_due_at = statusDueAt(file, connection, now);
      if (!isDecided) {
        // The wait for a status begins again, unless the next question is later; an upload that still runs ends by itself.
        const due = [status_due_at, file.status_due_at].filter((at) => at !== null);
        const latest = due.sort((one, other) => other.getTime() - one.getTime())[0] ?? null;
        if (file.state !== 'uploading')
          await this.files.save(file, { ...file, ...uploaded, state: 'uploaded', status_due_at: latest });
        return;
      }
      await this.files.save(file, { ...file, ...uploaded, state: 'acknowledged', acknowledged_at: now, status_due_at });
      observeFile(this.metrics, 'acknowledge', { file, endedAt: now });
    });
  }

  /** The payments as they are now: what needs no other status is waited for no longer. */
  async told({ id, format: found }: FileState, entries: readonly SentEntry[]): Promise<void> {
    const final: readonly EntryStatus[] = ['settled', 'returned', 'rejected'];
    const isOfBanks = found !== null && !('header' in found) && isBetweenBanks(found);
    const enough = isOfBanks ? final : [...final, 'accepted'];
    const isDone = entries.every(({ state }) => enough.includes(state));
    const areAllRejected = entries.length > 0 && entries.every(({ state }) => state === 'rejected');
    await this.withFile(id, async (file) => {
      const after =
        isDone && file.status_due_at !== null ? await this.files.save(file, { ...file, status_due_at: null }) : file;
      if (!areAllRejected || after.state !== 'acknowledged') return;
      const refused = await this.files.save(after, { ...after, state: 'refused', reason: 'rejected' });
      await this.files.save(refused, { ...refused, state: 'failed' });
    });
    await this.files.makePostingsDue([id]);
  }

  /** The bank certainly does not have the message: the same bytes go out under the same name. @returns false if it moved on. */
  async sendAgain({ id }: FileState): Promise<boolean> {
    let isSent = false;
    await this.withFile(id, async (file) => {
      if (file.state !== 'uploaded' && file.state !== 'doubtful') return;
      const doubtful =
        file.state === 'doubtful'
          ? file
          : await this.files.save(file, { ...file, state: 'doubtful', reason: 'not_found' });
      // The same answer, read again after a crash, must not count as another one.
      await this.files.save(doubtful, { ...sentAgain(doubtful), inquiries: 0 });
      this.log.warn('rails_message_sent_again', { file_id: id });
      isSent = true;
    });
    return isSent;
  }

  /** Does the work with the file as it is; again when somebody else changes it meanwhile. */
  private async withFile(id: string, work: (file: FileState) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const file = await this.files.find(id);
      if (file === undefined) return;
      try {
        return await work(file);
      } catch (error) {
        if (!(error instanceof StaleFileError) || attempt === ATTEMPTS) throw error;
      }
    }
  }
}
