import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Audit } from '@payments/persistence';
import { authErrors, portalErrors } from '../domain/auth.errors.js';
import { toClientView } from './client.view.js';
import type { ClientView } from './client.view.js';
import { Clients, Users } from './ports.js';

/** Says which portal user owns a client, for what it sends from then on. For the operator: an administrator could disown his own. */
@Injectable()
export class SetClientOwner {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clients: Clients,
    private readonly users: Users,
    private readonly audit: Audit,
  ) {}

  /** @throws unknown_id, unknown_owner */
  execute(clientId: string, owner: string): Promise<ClientView> {
    return this.unitOfWork.run(async () => {
      const client = await this.clients.lock(clientId);
      if (client === undefined) throw portalErrors.unknown_id();
      if ((await this.users.get(owner)) === undefined) throw authErrors.unknown_owner();
      const [before, after] = [toClientView(client), toClientView({ ...client, owner })];
      await this.clients.setOwner(clientId, owner);
      const subject = { subject_type: 'client', subject_id: clientId };
      await this.audit.record({ action: 'client.owner_set', ...subject, before, after });
      return after;
    });
  }
}
