import { Inject, Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import { workContext } from '@payments/observability';
import { Audit, DataKeys, Enterprises, violatedUnique } from '@payments/persistence';
import type { Config } from '@payments/config';
import type { Tenant } from '@payments/observability';
import { authErrors } from '../domain/auth.errors.js';
import type { Environment } from '../domain/credentials.js';
import { FirstCredentials } from './first-credentials.js';
import type { EnterpriseCredentials } from './first-credentials.js';
import { checkName, ENTERPRISE_NAME } from './names.js';

export interface NewEnterprise {
  readonly name: string;
  readonly requireApiKey?: boolean;
  readonly customerRequirements?: 'at_registration' | 'at_transfer';
  readonly uniqueAccountDetails?: boolean;
  /** The login name of the first portal user, who owns the first client. */
  readonly owner?: string;
}

/**
 * Creates an enterprise with its data key, first client, API key and portal user.
 * @throws invalid_name, enterprise_name_taken, duplicate_name
 */
@Injectable()
export class CreateEnterprise {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly dataKeys: DataKeys,
    private readonly credentials: FirstCredentials,
    private readonly audit: Audit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(input: NewEnterprise): Promise<EnterpriseCredentials> {
    checkName(input.name, ENTERPRISE_NAME);
    const tenant = toTenant(input, this.config.environment);
    const work = async () => {
      await this.enterprises.add(tenant);
      await this.dataKeys.create(tenant.enterpriseId);
      const { enterpriseId: subject_id, enterpriseName: name, environment, settings } = tenant;
      const after = { name, environment, ...settings };
      await this.audit.record({ action: 'enterprise.created', subject_type: 'enterprise', subject_id, after });
      return this.credentials.create(input.owner);
    };
    try {
      const context = { requestId: newId(), tenant, actor: 'cli' };
      return await workContext.run(context, () => this.unitOfWork.run(work));
    } catch (error) {
      if (violatedUnique(error) === 'enterprises_name') throw authErrors.enterprise_name_taken();
      throw error;
    }
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
