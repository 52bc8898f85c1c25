import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, limitOffset, pageOf, rowParameter } from '@payments/persistence';
import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import { WebhookConfigurations } from '../../application/ports.js';
import type { Subscriber } from '../../application/ports.js';
import type { WebhookConfigurationState } from '../../domain/webhook-configuration.js';

const COLUMNS = `enterprise_id, id, event_types, url, enabled, disabled_reason, secret, previous_secret,
  previous_secret_until, version, created_by, updated_by, created_at, updated_at`;

@Injectable()
export class WebhookConfigurationsRepository extends WebhookConfigurations {
  async list(query: ListQuery): Promise<Page<WebhookConfigurationState>> {
    const { limit, offset } = limitOffset(query);
    const rows = await select(
      `AND ($2::uuid IS NULL OR (created_at, id) < (
         SELECT created_at, id FROM webhooks.configurations WHERE enterprise_id = $1 AND id = $2))
       ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [query.after ?? null, limit, offset],
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
    return subscribers('NOWAIT', 'lock-webhook-subscribers');
  }

  waitForSubscribers(): Promise<Subscriber[]> {
    return subscribers('', 'wait-for-webhook-subscribers');
  }

  // Missing rows cannot be locked, so inserts serialize on the enterprise's row.
  async countBeforeAdding(): Promise<number> {
    const transaction = currentTransaction();
    await transaction.query(
      `SELECT enterprise_id FROM platform.enterprises WHERE enterprise_id = $1 FOR NO KEY UPDATE`,
      [workContext.enterpriseId()],
    );
    const [counted] = await transaction.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhooks.configurations WHERE enterprise_id = $1`,
      [workContext.enterpriseId()],
    );
    return counted?.count ?? 0;
  }

  async add(state: WebhookConfigurationState): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO webhooks.configurations (${COLUMNS})
       SELECT ${COLUMNS} FROM jsonb_populate_record(NULL::webhooks.configurations, $1::jsonb) RETURNING 1`,
      [rowParameter(state)],
    );
  }

  async save(state: WebhookConfigurationState): Promise<void> {
    await currentTransaction().query(
      `UPDATE webhooks.configurations c
       SET event_types = s.event_types, url = s.url, enabled = s.enabled,
         disabled_reason = s.disabled_reason, secret = s.secret,
         previous_secret = s.previous_secret, previous_secret_until = s.previous_secret_until, version = s.version,
         updated_by = s.updated_by, updated_at = s.updated_at
       FROM jsonb_populate_record(NULL::webhooks.configurations, $3::jsonb) AS s
       WHERE c.enterprise_id = $1 AND c.id = $2`,
      [workContext.enterpriseId(), state.id, rowParameter(state)],
    );
  }

  async remove(id: string): Promise<void> {
    await currentTransaction().query(`DELETE FROM webhooks.configurations WHERE enterprise_id = $1 AND id = $2`, [
      workContext.enterpriseId(),
      id,
    ]);
  }
}

function select(rest: string, values: readonly unknown[]): Promise<WebhookConfigurationState[]> {
  return currentTransaction().query<WebhookConfigurationState>(
    `SELECT ${COLUMNS} FROM webhooks.configurations WHERE enterprise_id = $1 ${rest}`,
    [workContext.enterpriseId(), ...values],
  );
}

function subscribers(wait: 'NOWAIT' | '', name: string): Promise<Subscriber[]> {
  return currentTransaction().query<Subscriber>(
    `SELECT id, event_types FROM webhooks.configurations WHERE enterprise_id = $1 ORDER BY id FOR SHARE ${wait}`,
    [workContext.enterpriseId()],
    name,
  );
}
