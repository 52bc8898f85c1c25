import { Injectable } from '@nestjs/common';
import { PortalUsers } from '@payments/persistence';
import { ApproverDirectory } from '../../application/ports.js';
import type { ApproverFacts } from '../../domain/approver.js';

@Injectable()
export class PortalApprovers extends ApproverDirectory {
  constructor(private readonly users: PortalUsers) {
    super();
  }

  async all(): Promise<readonly ApproverFacts[]> {
    const users = await this.users.enabled();
    return users.map(({ name, role, scopes }) => ({
      ...{ name, role },
      approves: scopes.includes('write:approvals'),
      makes: scopes.includes('write:transfers') || scopes.includes('write:credentials'),
      managesClients: scopes.includes('write:credentials'),
    }));
  }
}
