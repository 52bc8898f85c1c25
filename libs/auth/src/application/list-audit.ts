import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import type { AuditFilter, AuditRow, Page } from '@payments/persistence';

export interface AuditView {
  readonly id: string;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly actor: string;
  readonly remote_address?: string;
  readonly request_id: string;
  readonly before?: object;
  readonly after?: object;
  readonly created_at: string;
}

/** What was done in the enterprise, newest first. */
@Injectable()
export class ListAudit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  execute(filter: AuditFilter): Promise<Page<AuditView>> {
    return this.unitOfWork.run(async () => {
      const { items, ...rest } = await this.audit.list(filter);
      return { items: items.map(toView), ...rest };
    });
  }
}

function toView({ remote_address, before, after, created_at, ...row }: AuditRow): AuditView {
  return {
    ...row,
    ...(remote_address !== null && { remote_address }),
    ...(before !== null && { before }),
    ...(after !== null && { after }),
    created_at: created_at.toISOString(),
  };
}
