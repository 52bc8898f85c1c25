import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { toClientView } from './client.view.js';
import type { ClientView } from './client.view.js';
import { Clients } from './ports.js';

/** Disables a client. Disabling it again is a no-op. */
@Injectable()
export class DisableClient {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clients: Clients,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws unknown_id */
  execute(clientId: string): Promise<ClientView> {
    return this.unitOfWork.run(async () => {
      const client = await this.clients.lock(clientId);
      if (client === undefined) throw portalErrors.unknown_id();
      const before = toClientView(client);
      if (client.disabled_at !== null) return before;
      const now = this.clock.now();
      const after = toClientView({ ...client, disabled_at: now });
      await this.clients.disable(clientId, now);
      const subject = { subject_type: 'client', subject_id: clientId };
      await this.audit.record({ action: 'client.disabled', ...subject, before, after });
      return after;
    });
  }
}
