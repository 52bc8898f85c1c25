import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { ManageApiKeys } from './manage-api-keys.js';
import { ManageClients } from './manage-clients.js';
import { ManageUsers } from './manage-users.js';

const MAX_SLUG = 40;

/** The credentials of a new enterprise. The secrets are told here once and are stored as hashes only. */
export interface EnterpriseCredentials {
  readonly enterprise_id: string;
  readonly enterprise_name: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly api_key: string;
  readonly user: { readonly name: string; readonly password: string };
}

/** What an enterprise begins with: a client, an API key and an administrator. In the unit of work at hand. */
@Injectable()
export class FirstCredentials {
  constructor(
    private readonly clients: ManageClients,
    private readonly apiKeys: ManageApiKeys,
    private readonly users: ManageUsers,
  ) {}

  async create(): Promise<EnterpriseCredentials> {
    const { enterpriseId, enterpriseName } = workContext.tenant();
    const { client, client_secret } = await this.clients.create({});
    const { key } = await this.apiKeys.create();
    const { user, password } = await this.users.create({ name: nameOf(enterpriseId, enterpriseName), role: 'admin' });
    return {
      enterprise_id: enterpriseId,
      enterprise_name: enterpriseName,
      client_id: client.client_id,
      client_secret,
      api_key: key,
      user: { name: user.name, password },
    };
  }
}

// Names are unique over all enterprises, because a portal user logs in by name alone.
function nameOf(enterpriseId: string, enterpriseName: string): string {
  const slug = enterpriseName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_SLUG);
  return `admin@${slug || 'enterprise'}-${enterpriseId.slice(-6)}`;
}
