import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { digestOf } from '@payments/persistence';
import type { Connection } from '../domain/connection.js';
import { isInstantRail } from '../domain/entry-state.js';
import { isLate } from '../domain/file-rules.js';
import { type FileState, type FileStatus, held, isCopy, sentAgain } from '../domain/file-state.js';
import { statusDueAt } from '../domain/status-deadline.js';
import { FileAudit } from './file-audit.js';
import type { Decision } from './file-audit.js';
import { Files, Payloads, Profiles } from './ports.js';
import { RenderFile } from './render-file.js';

/** The command does not suit the file. The message says why, and what does. */
export class FileOperationError extends Error {
  override readonly name = 'FileOperationError';

  /** @param isUnknown nothing has the id that was given */
  constructor(
    message: string,
    readonly isUnknown = false,
  ) {
    super(message);
  }
}

const REJECTED = { entries_become: 'rejected', code: 'FILE' } as const;
const IN_DOUBT =
  'the bank may have paid a copy of it, and would pay a new one again; ask the bank, and confirm or resubmit --same (after release if it is held), or end it with fail or withdraw --fail if none was paid';

/** What operators do with files. Each change is audited in every enterprise that the file has entries of. */
@Injectable()
export class OperateFiles {
  constructor(
    private readonly files: Files,
    private readonly payloads: Payloads,
    private readonly profiles: Profiles,
    private readonly renderFile: RenderFile,
    private readonly audit: FileAudit,
    private readonly clock: Clock,
  ) {}

  hold(id: string, decision: Decision): Promise<FileState> {
    return this.change(id, { action: 'file.held', from: ['sealed'], decision }, (file) => held(file, 'operator'));
  }

  /** With four eyes, the first operator's release is noted, and the second one's releases. */
  release(id: string, decision: Decision): Promise<FileState> {
    return this.change(id, { action: 'file.released', from: ['held'], decision }, (file) => {
      // What may be at the bank already leaves no more: its upload puts it in doubt.
      if (isLate(file, this.clock.now()) && !isCopy(file)) {
        throw new FileOperationError('it missed its cut-off, so its effective date is stale; use roll');
      }
      const { release } = this.profiles.named(file.connection);
      if (file.released_by.includes(decision.actor)) {
        throw new FileOperationError('you have released it already; another operator must release it too');
      }
      const released_by = [...file.released_by, decision.actor];
      if (release.four_eyes && released_by.length < 2) return { ...file, released_by };
      // Without bytes it has yet to be named and rendered.
      return { ...file, released_by, state: file.sha256 === null ? 'closing' : 'sealed', reason: null };
    });
  }

  /** Takes back a file that was certainly not sent. Its entries wait for another file, or are rejected. */
  withdraw(id: string, entries: 'refile' | 'fail', decision: Decision): Promise<FileState> {
    return this.change(id, { action: 'file.withdrawn', from: ['sealed', 'held'], decision }, (file) => {
      if (entries === 'refile' && isCopy(file)) throw new FileOperationError(IN_DOUBT);
      return {
        ...{ ...file, state: 'withdrawn', reason: decision.reason },
        ...(entries === 'refile' ? { entries_become: 'waiting' } : { entries_become: 'rejected', code: 'HELD' }),
      };
    });
  }

  /** The bank has a doubtful file. */
  confirm(id: string, decision: Decision): Promise<FileState> {
    return this.change(id, { action: 'file.confirmed', from: ['doubtful'], decision }, (file) => {
      const connection = this.profiles.named(file.connection);
      const isAccepted = connection.acknowledgment.kind === 'none' && !isInstantRail(file.rail);
      // A company's bank has been asked by whoever confirms it; a network is still asked for the status.
      const isAsked = connection.iso.profile === 'pacs.008.001.08';
      const status_due_at = isAsked ? statusDueAt(file, connection, this.clock.now()) : null;
      return {
        ...{ ...file, state: 'uploaded', reason: null, uploaded_at: this.clock.now(), next_attempt_at: null },
        status_due_at,
        ...(isAccepted && { entries_become: 'accepted' }),
      };
    });
  }

  /** The bank does not have a doubtful file: the same bytes go out under the same name, by which a bank detects duplicates. */
  resubmitSame(id: string, decision: Decision): Promise<FileState> {
    return this.change(id, { action: 'file.resubmitted', from: ['doubtful'], decision }, (file) => sentAgain(file));
  }

  /**
   * The bank will never process a doubtful or refused file: a new file takes its entries. `name` confirms the old one. Payments
   * of a message without an answer are never sent under other ids: the bank would pay them again.
   */
  async resubmitNew(id: string, name: string, decision: Decision): Promise<FileState> {
    const file = await this.find(id);
    if (name !== file.file_name) throw new FileOperationError('its name is another one; type the name of the old file');
    if (isInstantRail(file.rail) && (file.state === 'doubtful' || file.copies > 1))
      throw new FileOperationError(IN_DOUBT);
    if (file.state === 'doubtful') await this.giveUp(id, decision);
    return this.change(id, { action: 'file.refiled', from: ['refused'], decision }, (refused) => {
      if (refused.entries_become === 'rejected')
        throw new FileOperationError('its entries are being rejected; use fail');
      return { ...refused, state: 'resubmitted', entries_become: 'waiting' };
    });
  }

  /** Rejects the entries of a file that the bank refused, or of a message in doubt that it will certainly never process. */
  async fail(id: string, decision: Decision): Promise<FileState> {
    const { rail, state } = await this.find(id);
    // No message of a bank may say so: a refusal of one copy does not tell about the other. At once, so that nobody sends them anew.
    if (isInstantRail(rail) && state === 'doubtful') await this.giveUp(id, decision, REJECTED);
    return this.change(id, { action: 'file.failed', from: ['refused'], decision }, (file) => ({
      ...{ ...file, state: 'failed', ...REJECTED },
    }));
  }

  /** Whether the stored bytes still have the hash of the seal, and whether rendering again gives them. */
  async verify(id: string): Promise<{ readonly stored: boolean; readonly rendered: boolean }> {
    const file = await this.find(id);
    if (file.sha256 === null || file.document_id === null) throw new FileOperationError('it has no bytes yet');
    const connection: Connection = this.profiles.named(file.connection);
    const stored = await digestOf(this.payloads.read(file.document_id));
    const rendered = await digestOf(this.renderFile.again(connection, file));
    return { stored: stored.equals(file.sha256), rendered: rendered.equals(file.plain_sha256 ?? file.sha256) };
  }

  /**
   * The exact bytes of a file, or those that were encrypted. They hold account numbers, so reading them is audited.
   * @throws FileOperationError when the file cannot be rendered as it was
   */
  async export(
    id: string,
    { isPlain = false, ...decision }: Decision & { readonly isPlain?: boolean },
  ): Promise<AsyncIterable<Buffer>> {
    const file = await this.find(id);
    if (file.document_id === null) throw new FileOperationError('it has no bytes yet');
    const encrypted = isPlain ? file.plain_sha256 : null;
    const connection = encrypted === null ? undefined : this.profiles.named(file.connection);
    if (connection && !(await digestOf(this.renderFile.again(connection, file))).equals(encrypted!)) {
      throw new FileOperationError('rendering it again gives other bytes than were encrypted');
    }
    await this.audit.record(file, { action: 'file.exported', decision, state: file.state });
    return connection ? this.renderFile.again(connection, file) : this.payloads.read(file.document_id);
  }

  async find(id: string): Promise<FileState> {
    const file = await this.files.find(id);
    if (file === undefined)
      throw new FileOperationError('no file has this id; list them with payments rails files list', true);
    return file;
  }

  private giveUp(id: string, decision: Decision, entries?: typeof REJECTED): Promise<FileState> {
    const refuse = { action: 'file.given_up', from: ['doubtful'] as const, decision };
    return this.change(id, refuse, (doubtful) => ({
      ...{ ...doubtful, state: 'refused', reason: decision.reason, ...entries },
    }));
  }

  private async change(
    id: string,
    { action, from, decision }: { action: string; from: readonly FileStatus[]; decision: Decision },
    to: (file: FileState) => FileState,
  ): Promise<FileState> {
    const file = await this.find(id);
    if (!from.includes(file.state)) {
      throw new FileOperationError(`it is ${file.state}; only a file that is ${from.join(' or ')} can be changed so`);
    }
    const after = to(file);
    // First, so that no change is without its record; a change that then fails is recorded as tried.
    await this.audit.record(file, { action, decision, state: after.state });
    return this.files.save(file, after);
  }
}
