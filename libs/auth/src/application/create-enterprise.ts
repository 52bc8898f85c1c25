import { Inject, Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { CONFIG, DataKeys, Enterprises, randomSecret, violatedUnique, workContext } from '@payments/platform';
import type { Config, Tenant } from '@payments/platform';
import { authErrors } from '../domain/auth.errors.js';
import { newApiKey, newClientId } from './credential-text.js';
import type { Environment } from '../domain/credentials.js';
import { CredentialStore } from './credential-store.js';
import type { EnterpriseCredentials } from './credential-store.js';

export interface NewEnterprise {
  readonly name: string;
  readonly requireApiKey?: boolean;
  readonly customerRequirements?: 'at_registration' | 'at_transfer';
  readonly uniqueAccountDetails?: boolean;
}

/** Makes an enterprise with its data key, its first client, API key and portal user. @throws enterprise_name_taken */
@Injectable()
export class CreateEnterprise {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly dataKeys: DataKeys,
    private readonly credentials: CredentialStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(input: NewEnterprise): Promise<EnterpriseCredentials> {
    const tenant = toTenant(input, this.config.environment);
    const credentials = newCredentials(tenant);
    const password_hash = await this.credentials.hashPassword(credentials.user.password);
    const work = async () => {
      await this.enterprises.add(tenant);
      await this.dataKeys.create(tenant.enterpriseId);
      await this.credentials.add(credentials, tenant.environment, password_hash);
    };
    try {
      await workContext.run({ requestId: newId(), tenant, actor: 'cli' }, () => this.unitOfWork.run(work));
    } catch (error) {
      if (violatedUnique(error) === 'enterprises_name') throw authErrors.enterprise_name_taken();
      throw error;
    }
    return credentials;
  }
}

function toTenant({ name, ...settings }: NewEnterprise, environment: Environment): Tenant {
  return {
    enterpriseId: newId(),
    enterpriseName: name,
    environment,
    settings: {
      require_api_key: settings.requireApiKey ?? false,
      customer_requirements: settings.customerRequirements ?? 'at_transfer',
      unique_account_details: settings.uniqueAccountDetails ?? false,
    },
  };
}

function newCredentials({ enterpriseId, enterpriseName, environment }: Tenant): EnterpriseCredentials {
  const slug = enterpriseName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return {
    enterprise_id: enterpriseId,
    enterprise_name: enterpriseName,
    client_id: newClientId(),
    client_secret: randomSecret(),
    api_key: newApiKey(environment),
    // Names are unique over all enterprises, because a portal user logs in by name alone.
    user: { name: `admin@${slug || 'enterprise'}-${enterpriseId.slice(-6)}`, password: randomSecret().slice(0, 24) },
  };
}
