import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import { currentTransaction } from '../database/current-transaction.js';
import { limitOffset, pageOf } from '../database/page.js';
import type { ListRequest, Page } from '../database/page.js';
import { workContext } from '@payments/observability';

const SYSTEM = 'system';

/** One audited action, without secrets. */
export interface AuditChange {
  /** `<subject type>.<what was done to it>`, such as `client.disabled`. */
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  /** The subject before, or its changed fields; omitted when it is new. */
  readonly before?: object;
  /** The subject after; omitted when it is deleted. */
  readonly after?: object;
}

export interface AuditRow {
  readonly id: string;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly actor: string;
  readonly remote_address: string | null;
  readonly request_id: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly created_at: Date;
}

export interface AuditFilter extends ListRequest {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly action?: string;
  readonly subject_type?: string;
  readonly subject_id?: string;
  readonly actor?: string;
}

/** Actor, action and origin: written in the unit of work of the change itself, and never changed afterwards. */
@Injectable()
export class Audit {
  constructor(private readonly clock: Clock) {}

  async record({ action, subject_type, subject_id, before, after }: AuditChange): Promise<void> {
    const { requestId, actor = SYSTEM, remoteAddress = null } = workContext.get();
    await currentTransaction().query(
      `INSERT INTO platform.audit (enterprise_id, id, action, subject_type, subject_id, actor, remote_address, request_id,
         before, after, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        ...[workContext.enterpriseId(), newId(), action, subject_type, subject_id, actor, remoteAddress],
        ...[requestId, before ?? null, after ?? null, this.clock.now()],
      ],
    );
  }

  /** The rows of the current tenant, newest first, in the current unit of work. */
  async list(filter: AuditFilter): Promise<Page<AuditRow>> {
    const { limit, offset } = limitOffset(filter);
    const { after, start_time, end_time, action, subject_type, subject_id, actor } = filter;
    const rows = await currentTransaction().query<AuditRow>(
      `SELECT id, action, subject_type, subject_id, actor, remote_address, request_id, before, after, created_at
       FROM platform.audit
       WHERE enterprise_id = $1 AND ($2::uuid IS NULL OR id < $2)
         AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)
         AND ($5::text IS NULL OR action = $5) AND ($6::text IS NULL OR subject_type = $6)
         AND ($7::text IS NULL OR subject_id = $7) AND ($8::text IS NULL OR actor = $8)
       ORDER BY id DESC LIMIT $9 OFFSET $10`,
      [workContext.enterpriseId(), after, start_time, end_time, action, subject_type, subject_id, actor]
        .map((value) => value ?? null)
        .concat([limit, offset] as never[]),
    );
    return pageOf(rows, filter);
  }
}
