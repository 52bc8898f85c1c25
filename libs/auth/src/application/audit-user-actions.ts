import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import type { OperationTraits, Scope } from '@payments/http';

/** An operation as a caller asks for it. */
export interface AskedOperation extends Pick<OperationTraits, 'id' | 'portal'> {
  readonly scope: Scope;
  /** Without its query. */
  readonly path: string;
}

/**
 * Writes down what a portal user has others do: operations that change something, or show a secret. It is written before
 * it is done, so that nobody acts unrecorded. What the portal's own operations change they record themselves, before and
 * after.
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
