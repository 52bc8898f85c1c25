import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { CreateApiKey } from './create-api-key.js';
import { CreateClient } from './create-client.js';
import { CreateUser } from './create-user.js';

const MAX_SLUG = 40;

/** The credentials of a new enterprise. The secrets are shown only here and stored as hashes. */
export interface EnterpriseCredentials {
  readonly enterprise_id: string;
  readonly enterprise_name: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly api_key: string;
  readonly user: { readonly name: string; readonly password: string };
}

/** Creates the first administrator, the client that he owns, and an API key of an enterprise, in the current unit of work. */
@Injectable()
export class FirstCredentials {
  constructor(
    private readonly createClient: CreateClient,
    private readonly createApiKey: CreateApiKey,
    private readonly createUser: CreateUser,
  ) {}

  /** @param owner the login name of the administrator; one is generated if omitted. @throws as `CreateUser` */
  async create(owner?: string): Promise<EnterpriseCredentials> {
    const { enterpriseId, enterpriseName } = workContext.tenant();
    const name = owner ?? nameOf(enterpriseId, enterpriseName);
    const { user, password } = await this.createUser.execute({ name, role: 'admin' });
    const { client, client_secret } = await this.createClient.execute({});
    const { key } = await this.createApiKey.execute();
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
