import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import type { OperationTraits, Scope } from '@payments/http';

/** An operation as the caller requests it. */
export interface AskedOperation extends Pick<OperationTraits, 'id' | 'portal'> {
  readonly scope: Scope;
  /** Without the query string. */
  readonly path: string;
}

/**
 * Audits what a portal user does outside the portal: operations that change data or show a secret. The entry is written
 * before the operation runs, so that no action goes unrecorded. The portal's own operations record their changes
 * themselves.
 */
@Injectable()
export class AuditUserActions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  async execute({ id, scope, portal, path }: AskedOperation): Promise<void> {
    const isAction = !scope.startsWith('read:') || scope === 'read:webhook-secret';
    if (!isAction || portal) return;
    await this.unitOfWork.run(() =>
      this.audit.record({ action: 'operation.called', subject_type: 'operation', subject_id: id, after: { path } }),
    );
  }
}
