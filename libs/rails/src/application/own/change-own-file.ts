import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { railsErrors } from '../../domain/rails.errors.js';
import type { Decision } from '../file-audit.js';
import { FileOperationError, OperateFiles } from '../operate-files.js';
import { Files, StaleFileError } from '../ports.js';
import { OwnConnections } from './own-connections.js';
import type { BankFileView } from './own-file.view.js';
import { OwnFiles } from './ports.js';
import { ReadOwnFiles } from './read-own-files.js';

/** Decisions about a file by the only enterprise whose files its connection carries. */
@Injectable()
export class ChangeOwnFile {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly own: OwnFiles,
    private readonly files: Files,
    private readonly connections: OwnConnections,
    private readonly operations: OperateFiles,
    private readonly reading: ReadOwnFiles,
  ) {}

  /** @throws unknown_id, shared_connection, bank_file_not_changeable */
  hold(id: string, reason: string): Promise<BankFileView> {
    return this.change(id, reason, (decision) => this.operations.hold(id, decision));
  }

  /** @throws unknown_id, shared_connection, bank_file_not_changeable */
  release(id: string, reason: string): Promise<BankFileView> {
    return this.change(id, reason, (decision) => this.operations.release(id, decision));
  }

  /**
   * @param oldName the name of the old file, to make a new one; without it the same bytes go out again
   * @throws unknown_id, shared_connection, bank_file_not_changeable
   */
  resubmit(id: string, reason: string, oldName: string | undefined): Promise<BankFileView> {
    return this.change(id, reason, (decision) =>
      oldName === undefined
        ? this.operations.resubmitSame(id, decision)
        : this.operations.resubmitNew(id, oldName, decision),
    );
  }

  private async change(
    id: string,
    reason: string,
    decide: (decision: Decision) => Promise<unknown>,
  ): Promise<BankFileView> {
    const own = isUuid(id) ? await this.unitOfWork.read(() => this.own.find(id)) : undefined;
    if (own === undefined) throw railsErrors.unknown_id();
    const enterpriseId = workContext.enterpriseId();
    // The connection may have had other enterprises when the file was made.
    const batches = await this.files.batches(id);
    const isAlone = batches.every(({ for_enterprise }) => for_enterprise === enterpriseId);
    if (!isAlone || !this.connections.alone().includes(own.connection)) throw railsErrors.shared_connection();
    try {
      await decide({ actor: workContext.get().actor!, reason });
    } catch (error) {
      if (error instanceof FileOperationError || error instanceof StaleFileError) {
        throw railsErrors.bank_file_not_changeable({ message: `The file: ${error.message}.` });
      }
      throw error;
    }
    return (await this.reading.get(id)).file;
  }
}
