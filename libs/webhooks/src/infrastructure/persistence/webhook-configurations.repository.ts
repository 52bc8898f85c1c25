import { Injectable } from '@nestjs/common';
import { currentTransaction, pageOf, windowOf, workContext } from '@payments/platform';
import type { ListQuery, Page } from '@payments/platform';
import { WebhookConfigurations } from '../../application/ports.js';
import type { Subscriber } from '../../application/ports.js';
import type { WebhookConfigurationState } from '../../domain/webhook-configuration.js';

const COLUMNS = `enterprise_id, id, event_types, url, enabled, secret, version, created_by, updated_by, created_at,
  updated_at`;

@Injectable()
export class WebhookConfigurationsRepository extends WebhookConfigurations {
  async list(query: ListQuery): Promise<Page<WebhookConfigurationState>> {
    const { take, skip } = windowOf(query);
    const rows = await select(
      `AND ($2::uuid IS NULL OR (created_at, id) < (
         SELECT created_at, id FROM webhooks.configurations WHERE enterprise_id = $1 AND id = $2))
       ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [query.after ?? null, take, skip],
    );
    return pageOf(rows, query);
  }

  async find(id: string): Promise<WebhookConfigurationState | undefined> {
    const [state] = await select('AND id = $2', [id]);
    return state;
  }

  async lock(id: string): Promise<WebhookConfigurationState | undefined> {
    const [state] = await select('AND id = $2 FOR UPDATE', [id]);
    return state;
  }

  lockSubscribers(): Promise<Subscriber[]> {
    return currentTransaction().query<Subscriber>(
      `SELECT id, event_types, enabled FROM webhooks.configurations WHERE enterprise_id = $1 ORDER BY id FOR SHARE NOWAIT`,
      [tenantId()],
      'lock-webhook-subscribers',
    );
  }

  // Rows that are not there yet cannot be locked, so those who add one queue up at the enterprise's own row.
  async countBeforeAdding(): Promise<number> {
    const transaction = currentTransaction();
    await transaction.query(
      `SELECT enterprise_id FROM platform.enterprises WHERE enterprise_id = $1 FOR NO KEY UPDATE`,
      [tenantId()],
    );
    const [counted] = await transaction.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhooks.configurations WHERE enterprise_id = $1`,
      [tenantId()],
    );
    return counted?.count ?? 0;
  }

  async add(state: WebhookConfigurationState): Promise<void> {
    const { id, event_types, url, enabled, secret, version, created_by, updated_by, created_at, updated_at } = state;
    await currentTransaction().query(
      `INSERT INTO webhooks.configurations (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [tenantId(), id, event_types, url, enabled, secret, version, created_by, updated_by, created_at, updated_at],
    );
  }

  async save(state: WebhookConfigurationState): Promise<void> {
    const { id, event_types, url, enabled, secret, version, updated_by, updated_at } = state;
    await currentTransaction().query(
      `UPDATE webhooks.configurations
       SET event_types = $3, url = $4, enabled = $5, secret = $6, version = $7, updated_by = $8, updated_at = $9
       WHERE enterprise_id = $1 AND id = $2`,
      [tenantId(), id, event_types, url, enabled, secret, version, updated_by, updated_at],
    );
  }

  async remove(id: string): Promise<void> {
    await currentTransaction().query(`DELETE FROM webhooks.configurations WHERE enterprise_id = $1 AND id = $2`, [
      tenantId(),
      id,
    ]);
  }
}

function select(rest: string, values: readonly unknown[]): Promise<WebhookConfigurationState[]> {
  return currentTransaction().query<WebhookConfigurationState>(
    `SELECT ${COLUMNS} FROM webhooks.configurations WHERE enterprise_id = $1 ${rest}`,
    [tenantId(), ...values],
  );
}

function tenantId(): string {
  return workContext.tenant().enterpriseId;
}
