import type { INestApplicationContext } from '@nestjs/common';
import { CreateEnterprise, GetSettings } from '@payments/auth';
import type { EnterpriseCredentials } from '@payments/auth';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import type { Config } from '@payments/config';
import type { EnterpriseSettings } from '@payments/observability';
import { withApplication } from './application.js';

/** What a client of the service needs to know, as printed and as kept in DATA_DIR/credentials.json. */
export interface Credentials extends EnterpriseCredentials {
  readonly base_url: string;
  readonly vault_url: string;
}

export interface NewEnterprise {
  readonly name: string;
  readonly requireApiKey: boolean;
  readonly customerRequirements: 'at_registration' | 'at_transfer';
  readonly uniqueAccountDetails: boolean;
  /** The login name of the portal user. */
  readonly owner?: string;
}

/** True for the error of a duplicate enterprise name. */
export function isNameTaken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'enterprise_name_taken';
}

/** Creates an enterprise with its first client, API key and portal user. The secrets are shown only here. */
export async function createEnterprise(config: Config, enterprise: NewEnterprise): Promise<Credentials> {
  const made = await withApplication(config, (app) => app.get(CreateEnterprise, { strict: false }).execute(enterprise));
  return { base_url: config.publicBaseUrl, vault_url: config.publicVaultUrl, ...made };
}

export interface ListedEnterprise {
  readonly enterprise_id: string;
  readonly enterprise_name: string;
  readonly environment: string;
}

export async function everyEnterprise(app: INestApplicationContext): Promise<ListedEnterprise[]> {
  const enterprises = app.get(Enterprises, { strict: false });
  const found: ListedEnterprise[] = [];
  for (const id of await enterprises.ids()) {
    const { enterpriseId, enterpriseName, environment } = await enterprises.get(id);
    found.push({ enterprise_id: enterpriseId, enterprise_name: enterpriseName, environment });
  }
  return found;
}

/** The enterprise of the current work, with its settings. */
export async function theEnterprise(
  app: INestApplicationContext,
): Promise<ListedEnterprise & { readonly settings: EnterpriseSettings }> {
  const { enterpriseId, enterpriseName, environment } = workContext.tenant();
  const settings = await app.get(GetSettings, { strict: false }).execute();
  return { enterprise_id: enterpriseId, enterprise_name: enterpriseName, environment, settings };
}
