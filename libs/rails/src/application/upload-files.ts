import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import type { Connection } from '../domain/connection.js';
import { isInstantRail } from '../domain/entry-state.js';
import { HOLD_REASONS, isLate, pauseAfter } from '../domain/file-rules.js';
import { type FileState, type FileStatus, held, isCopy } from '../domain/file-state.js';
import { statusDueAt } from '../domain/status-deadline.js';
import type { BankSession } from './bank-session.js';
import type { ChannelOutcome } from './connection-states.js';
import { LEASE_MS } from './lease-time.js';
import { railsMetrics } from './metrics.table.js';
import { observeFile } from './observe-file.js';
import { ConnectionLeases, Files, StaleFileError } from './ports.js';
import type { Lease } from './ports.js';
import { SendFile } from './send-file.js';
import type { SendOutcome } from './send-file.js';

const AT_WORK: readonly FileStatus[] = ['sealed', 'uploading'];
const AT_MOST = 100;
/** How often to look whether a doubtful file is there after all. */
const LOOK_EVERY_MS = 60_000;

/** Doubts about where a file is. A look at the bank ends no other: wrong totals, or a payment without a status. */
const mayBeFound = ({ reason }: FileState) => reason === 'lost' || reason === 'name_taken';

/** Uploads the sealed files of a connection, one after the other, by one worker at a time. */
@Injectable()
export class UploadFiles {
  constructor(
    private readonly files: Files,
    private readonly leases: ConnectionLeases,
    private readonly sendFile: SendFile,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** @returns whether a file was uploaded. */
  async execute(connection: Connection): Promise<boolean> {
    const due = await this.due(connection);
    if (due.length === 0) return false;
    const lease = await this.leases.take(connection.name, 'upload', LEASE_MS);
    if (lease === undefined) return false;
    let outcome: ChannelOutcome | undefined;
    try {
      // Read again: another worker may have worked on them until now.
      const files = await this.due(connection);
      return await this.sendFile.over(connection, async (session) => {
        try {
          return await this.each(session, files, lease);
        } finally {
          outcome = session.outcome;
        }
      });
    } finally {
      await this.leases.release(lease, outcome);
    }
  }

  private async each(session: BankSession, files: readonly FileState[], lease: Lease): Promise<boolean> {
    let uploaded = false;
    for (const file of files) {
      uploaded = (await this.unlessStale(() => this.one(session, file, lease))) || uploaded;
    }
    return uploaded;
  }

  // An acknowledgment or an operator was faster: the file is looked at again as it is now.
  private async unlessStale(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StaleFileError) return true;
      throw error;
    }
  }

  private async due({ name }: Connection): Promise<FileState[]> {
    const now = this.clock.now();
    const files = [
      // When more wait than one round takes, the oldest first.
      ...(await this.files.list({ connection: name, states: AT_WORK, oldestFirst: true }, AT_MOST)),
      // By themselves, so that many of them delay no file that can leave.
      ...(await this.files.list({ connection: name, states: ['doubtful'] }, AT_MOST)).filter(mayBeFound),
    ];
    return files
      .filter(({ next_attempt_at }) => next_attempt_at === null || next_attempt_at <= now)
      .sort((one, other) => one.cutoff_at.getTime() - other.cutoff_at.getTime());
  }

  private async one(session: BankSession, file: FileState, lease: Lease): Promise<boolean> {
    if (file.state === 'doubtful') return this.lookAgain(session, file);
    if (file.state === 'uploading') return this.afterInterruption(session, file);
    if (isLate(file, this.clock.now())) return this.missed(file);
    let current = await this.files.save(file, { ...file, state: 'uploading', attempts: file.attempts + 1 });
    const outcome = await this.sendFile.execute(session, current, {
      onCommit: async () => {
        await this.leases.renew(lease, LEASE_MS);
        current = await this.files.save(current, { ...current, may_exist: true });
      },
      onProgress: () => this.leases.renew(lease, LEASE_MS),
    });
    return this.record(session.connection, current, outcome);
  }

  private async missed(file: FileState): Promise<false> {
    // The next inquiry asks the same.
    const state = file.purpose === 'inquiry' ? 'withdrawn' : isCopy(file) ? 'doubtful' : 'held';
    await this.files.save(file, state === 'held' ? held(file, 'late') : { ...file, state, reason: 'late' });
    if (state === 'withdrawn') return false;
    const event = state === 'held' ? 'rails_file_held' : 'rails_file_doubtful';
    this.log.error(event, { file_id: file.id, reason: HOLD_REASONS.late });
    return false;
  }

  // The lease is ours, so whoever was uploading it no longer does.
  private async afterInterruption(session: BankSession, file: FileState): Promise<boolean> {
    if (file.may_exist) return this.record(session.connection, file, await this.sendFile.look(session, file));
    await this.files.save(file, { ...file, state: 'sealed' });
    return true;
  }

  private async lookAgain(session: BankSession, file: FileState): Promise<boolean> {
    const outcome = await this.sendFile.look(session, file);
    // Its temporary name proves that it was never renamed. Who took the final name is for an operator to find out.
    const isCertain = outcome.at === 'uploaded' || (outcome.at === 'absent' && file.reason === 'lost');
    if (isCertain) return this.record(session.connection, file, outcome);
    const next_attempt_at = new Date(this.clock.now().getTime() + LOOK_EVERY_MS);
    await this.files.save(file, { ...file, next_attempt_at });
    return false;
  }

  private async record(connection: Connection, file: FileState, outcome: SendOutcome): Promise<boolean> {
    this.metrics.count(railsMetrics.payments_rails_upload_attempts_total, {
      connection: connection.name,
      outcome: outcome.at === 'absent' ? outcome.error.fault : outcome.at,
    });
    switch (outcome.at) {
      case 'uploaded':
        return this.uploaded(connection, file);
      case 'doubtful': {
        // Asking twice does no harm, and asking in vain is repeated.
        if (file.purpose === 'inquiry') return this.uploaded(connection, file);
        const next_attempt_at = new Date(this.clock.now().getTime() + LOOK_EVERY_MS);
        const status_due_at = statusDueAt(file, connection, this.clock.now());
        const doubtful = { ...file, reason: outcome.reason, next_attempt_at, status_due_at };
        await this.files.save(file, { ...doubtful, state: 'doubtful' });
        this.log.error('rails_file_doubtful', { file_id: file.id, reason: outcome.reason });
        return false;
      }
      case 'absent':
        await this.retryLater(file, outcome);
        return false;
    }
  }

  private async uploaded(connection: Connection, file: FileState): Promise<boolean> {
    const uploaded_at = this.clock.now();
    // The payments of a message have statuses of their own.
    const isAccepted = connection.acknowledgment.kind === 'none' && !isInstantRail(file.rail);
    const status_due_at = statusDueAt(file, connection, uploaded_at);
    await this.files.save(file, {
      ...{ ...file, state: 'uploaded', uploaded_at, reason: null, next_attempt_at: null, last_error: null },
      status_due_at,
      ...(isAccepted && { entries_become: 'accepted' }),
    });
    observeFile(this.metrics, 'upload', { file, endedAt: uploaded_at });
    this.log.info('rails_file_uploaded', { file_id: file.id, attempt: file.attempts });
    return true;
  }

  // The server is another one, or refuses: an operator looks at it. Anything else is tried again.
  private async retryLater(file: FileState, { error }: Extract<SendOutcome, { at: 'absent' }>): Promise<void> {
    const { step, fault } = error;
    const next_attempt_at = new Date(this.clock.now().getTime() + pauseAfter(file.attempts));
    const last_error = `${step} ${fault}`;
    const sealed = await this.files.save(file, {
      ...file,
      state: 'sealed',
      reason: null,
      may_exist: false,
      next_attempt_at,
      last_error,
    });
    if (fault !== 'host_key' && fault !== 'path') {
      this.log.warn('rails_upload_failed', { file_id: file.id, reason: last_error, attempt: file.attempts });
      return;
    }
    await this.files.save(sealed, held({ ...sealed, next_attempt_at: null }, fault));
    this.log.error('rails_file_held', { file_id: file.id, reason: last_error });
  }
}
