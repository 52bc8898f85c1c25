import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Transactions } from '../database/transactions.js';
import { currentTransaction } from '../database/current-transaction.js';
import { EnterpriseProvisioning } from './enterprise-provisioning.js';
import { workContext } from '@payments/observability';
import type { EnterpriseSettings, Tenant } from '@payments/observability';

const CACHE_MS = 3_000;

interface EnterpriseRow {
  readonly enterprise_id: string;
  readonly name: string;
  readonly environment: Tenant['environment'];
  readonly settings: EnterpriseSettings;
}

/** The enterprise belongs to another environment than this deployment serves. */
export class OtherEnvironmentError extends Error {}

/** The enterprises of this deployment. A change reaches every process within three seconds. */
@Injectable()
export class Enterprises {
  private readonly cache = new Map<string, { readonly tenant: Tenant; readonly readAt: number }>();

  constructor(
    private readonly transactions: Transactions,
    private readonly enterpriseProvisioning: EnterpriseProvisioning,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Adds the enterprise, with all that opens it, in the current unit of work. @throws a unique violation when the name is taken. */
  async add(tenant: Tenant): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO platform.enterprises (enterprise_id, name, environment, settings) VALUES ($1, $2, $3, $4)`,
      [tenant.enterpriseId, tenant.enterpriseName, tenant.environment, tenant.settings],
    );
    await this.enterpriseProvisioning.open(tenant);
  }

  /** The ids of all of them, in their order. */
  async ids(): Promise<string[]> {
    const rows = await this.transactions.run({ role: 'maintenance' }, (transaction) =>
      transaction.query<{ enterprise_id: string }>(
        `SELECT enterprise_id FROM platform.enterprises ORDER BY enterprise_id`,
      ),
    );
    return rows.map(({ enterprise_id }) => enterprise_id);
  }

  /** The settings of the current tenant as they are now; in the current unit of work. */
  async readSettings({ forChange = false } = {}): Promise<EnterpriseSettings> {
    const lock = forChange ? 'FOR NO KEY UPDATE' : '';
    const [row] = await currentTransaction().query<Pick<EnterpriseRow, 'settings'>>(
      `SELECT settings FROM platform.enterprises WHERE enterprise_id = $1 ${lock}`,
      [workContext.enterpriseId()],
    );
    return row!.settings;
  }

  /** In the current unit of work. */
  async saveSettings(settings: EnterpriseSettings): Promise<void> {
    const enterpriseId = workContext.enterpriseId();
    const sql = `UPDATE platform.enterprises SET settings = $2 WHERE enterprise_id = $1`;
    await currentTransaction().query(sql, [enterpriseId, settings]);
    currentTransaction().afterCommit(() => this.cache.delete(enterpriseId));
  }

  /** @throws Error when there is no such enterprise. */
  async get(enterpriseId: string): Promise<Tenant> {
    const tenant = await this.find(enterpriseId);
    if (tenant === undefined) throw new Error(`enterprise ${enterpriseId} does not exist`);
    return tenant;
  }

  /** What `get` would return, if it need not wait. */
  recall(enterpriseId: string): Tenant | undefined {
    const cached = this.cache.get(enterpriseId);
    return cached !== undefined && performance.now() - cached.readAt < CACHE_MS ? cached.tenant : undefined;
  }

  async find(enterpriseId: string): Promise<Tenant | undefined> {
    const cached = this.recall(enterpriseId);
    if (cached !== undefined) return cached;
    const [row] = await this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<EnterpriseRow>(
        `SELECT enterprise_id, name, environment, settings FROM platform.enterprises WHERE enterprise_id = $1`,
        [enterpriseId],
      ),
    );
    if (row === undefined) return undefined;
    // One deployment serves one environment; what belongs to the other is a mistake in the settings.
    if (row.environment !== this.config.environment) {
      throw new OtherEnvironmentError(
        `enterprise ${enterpriseId} belongs to ${row.environment}, but this deployment serves ${this.config.environment}`,
      );
    }
    const tenant = toTenant(row);
    this.cache.set(enterpriseId, { tenant, readAt: performance.now() });
    return tenant;
  }
}

function toTenant({ enterprise_id, name, environment, settings }: EnterpriseRow): Tenant {
  return { enterpriseId: enterprise_id, enterpriseName: name, environment, settings };
}
