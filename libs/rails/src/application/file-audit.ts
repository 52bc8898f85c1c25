import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, type AuditChange, Enterprises } from '@payments/persistence';
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
    await this.recordIn(new Set(batches.map(({ for_enterprise }) => for_enterprise)), decision, {
      ...{ action, subject_type: 'file', subject_id: file.id },
      ...{ before: { state: file.state }, after: { state } },
    });
  }

  /** In the audit logs of some enterprises, with the reason. */
  async recordIn(enterpriseIds: Iterable<string>, { actor, reason }: Decision, change: AuditChange): Promise<void> {
    for (const enterpriseId of enterpriseIds) {
      const tenant = await this.enterprises.get(enterpriseId);
      await workContext.run({ requestId: newId(), tenant, actor }, () =>
        this.unitOfWork.run(() => this.audit.record({ ...change, after: { ...change.after, reason } })),
      );
    }
  }
}
