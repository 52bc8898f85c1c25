import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, Enterprises } from '@payments/persistence';
import type { FileState, FileStatus } from '../domain/file-state.js';
import { Files } from './ports.js';

/** Who decides something about a file, and why. */
export interface Decision {
  readonly actor: string;
  readonly reason: string;
}

/** Records what operators do with files of several enterprises, in the audit log of each. */
@Injectable()
export class FileAudit {
  constructor(
    private readonly files: Files,
    private readonly audit: Audit,
    private readonly enterprises: Enterprises,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async record(
    file: FileState,
    { action, decision, state }: { action: string; decision: Decision; state: FileStatus },
  ): Promise<void> {
    const batches = await this.files.batches(file.id);
    const change = { action, subject_type: 'file', subject_id: file.id, before: { state: file.state } };
    for (const enterpriseId of new Set(batches.map(({ for_enterprise }) => for_enterprise))) {
      const tenant = await this.enterprises.get(enterpriseId);
      await workContext.run({ requestId: newId(), tenant, actor: decision.actor }, () =>
        this.unitOfWork.run(() => this.audit.record({ ...change, after: { state, reason: decision.reason } })),
      );
    }
  }
}
