import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { pause, UnitOfWork } from '@payments/kernel';
import { Log, workContext } from '@payments/observability';
import { Audit, Enterprises, randomSecret } from '@payments/persistence';
import type { UserState } from '../domain/credentials.js';

/** Runs only for existing users, but after the response: response times must not reveal which names exist. */
const WITHIN_MS = 2_000;

/** Records in the audit log of a user's enterprise that the name was locked for an address. */
@Injectable()
export class AuditLockOut implements OnModuleDestroy {
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly audit: Audit,
    private readonly log: Log,
  ) {}

  /** Returns at once; the row appears within seconds. */
  recordLater(user: UserState): void {
    const recorded = this.record(user)
      .catch((error: unknown) => this.log.error('lock_out_not_audited', { error }))
      .finally(() => this.pending.delete(recorded));
    this.pending.add(recorded);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.pending);
  }

  private async record({ enterprise_id, name }: UserState): Promise<void> {
    const { requestId, remoteAddress } = workContext.get();
    const delay = Buffer.from(randomSecret(), 'base64url').readUInt32BE() % WITHIN_MS;
    await pause(delay);
    const tenant = await this.enterprises.get(enterprise_id);
    const context = { requestId, tenant, ...(remoteAddress !== undefined && { remoteAddress }) };
    const change = { action: 'user.locked_out', subject_type: 'user', subject_id: name };
    await workContext.run(context, () => this.unitOfWork.run(() => this.audit.record(change)));
  }
}
