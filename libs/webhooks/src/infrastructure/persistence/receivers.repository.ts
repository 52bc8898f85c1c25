import { Injectable } from '@nestjs/common';
import { currentTransaction, workContext } from '@payments/platform';
import { Receivers } from '../../application/ports.js';
import type { Receiver } from '../../application/ports.js';
import type { Probe, RecentAttempts, Trouble } from '../../domain/receiver-health.js';

/** More attempts than these would not change the verdict, but cost time to count. */
const MOST_ATTEMPTS = 1_000;

@Injectable()
export class ReceiversRepository extends Receivers {
  async load(configurationId: string): Promise<Receiver | undefined> {
    const [receiver] = await currentTransaction().query<Receiver>(
      `SELECT c.enterprise_id, c.id, c.version, c.url, c.enabled, c.secret, c.previous_secret, c.previous_secret_until,
         k.id AS keypair_id, f.probe_at
       FROM webhooks.configurations c
       LEFT JOIN webhooks.enterprise_keypairs k ON k.enterprise_id = c.enterprise_id
       LEFT JOIN webhooks.failing_receivers f ON f.enterprise_id = c.enterprise_id AND f.configuration_id = c.id
       WHERE c.enterprise_id = $1 AND c.id = $2`,
      [tenantId(), configurationId],
      'load-receiver',
    );
    return receiver;
  }

  async noteFailure(configurationId: string, at: Date): Promise<Trouble> {
    const [trouble] = await currentTransaction().query<Trouble>(
      `INSERT INTO webhooks.failing_receivers AS f (enterprise_id, configuration_id, failing_since, failures)
       VALUES ($1, $2, $3, 1)
       ON CONFLICT (enterprise_id, configuration_id) DO UPDATE SET failures = f.failures + 1
       RETURNING failing_since, failures, probe_at, probe_wait_ms`,
      [tenantId(), configurationId, at],
      'note-failure',
    );
    return trouble!;
  }

  // A configuration that was changed is judged by what came after that.
  async recentAttempts(configurationId: string, since: Date): Promise<RecentAttempts> {
    const [recent] = await currentTransaction().query<RecentAttempts>(
      `SELECT count(*)::int AS attempts, count(newest.error)::int AS failures FROM (
         SELECT attempted_at, error FROM webhooks.attempts WHERE enterprise_id = $1 AND configuration_id = $2
         ORDER BY id DESC LIMIT ${MOST_ATTEMPTS}) AS newest
       JOIN webhooks.configurations c ON c.enterprise_id = $1 AND c.id = $2
       WHERE newest.attempted_at >= GREATEST($3::timestamptz, c.updated_at)`,
      [tenantId(), configurationId, since],
      'count-recent-attempts',
    );
    return recent!;
  }

  async setProbe(configurationId: string, { probe_at, probe_wait_ms }: Probe): Promise<void> {
    await currentTransaction().query(
      `UPDATE webhooks.failing_receivers SET probe_at = $3, probe_wait_ms = $4
       WHERE enterprise_id = $1 AND configuration_id = $2`,
      [tenantId(), configurationId, probe_at, probe_wait_ms],
      'set-probe',
    );
  }
}

function tenantId(): string {
  return workContext.tenant().enterpriseId;
}
