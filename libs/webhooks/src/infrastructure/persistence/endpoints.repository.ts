import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, databaseTime, interval, millisecondsBetween } from '@payments/persistence';
import { Endpoints } from '../../application/ports.js';
import type { Endpoint } from '../../application/ports.js';
import type { RecentAttempts, CircuitState } from '../../domain/circuit-state.js';

/** More attempts would not change the decision, but take time to count. */
const MOST_ATTEMPTS = 1_000;

@Injectable()
export class EndpointsRepository extends Endpoints {
  async load(configurationId: string): Promise<Endpoint | undefined> {
    const [endpoint] = await currentTransaction().query<Endpoint>(
      `SELECT c.enterprise_id, c.id, c.version, c.url, c.enabled, c.secret, c.previous_secret, c.previous_secret_until,
         k.id AS keypair_id, f.probe_at, ${millisecondsBetween('now()', 'f.probe_at')} AS probe_in_ms
       FROM webhooks.configurations c
       LEFT JOIN webhooks.enterprise_keypairs k ON k.enterprise_id = c.enterprise_id
       LEFT JOIN webhooks.failing_endpoints f ON f.enterprise_id = c.enterprise_id AND f.configuration_id = c.id
       WHERE c.enterprise_id = $1 AND c.id = $2`,
      [workContext.enterpriseId(), configurationId],
      'find-endpoint',
    );
    return endpoint;
  }

  async noteFailure(configurationId: string): Promise<CircuitState> {
    // The time is asked for beside it: what a distributed database returns of a write depends on the row alone.
    const [[circuit], now] = await Promise.all([
      currentTransaction().query<Omit<CircuitState, 'failing_for_ms'> & { readonly failing_since: Date }>(
        `INSERT INTO webhooks.failing_endpoints AS f (enterprise_id, configuration_id, failing_since, failures)
       VALUES ($1, $2, now(), 1)
       ON CONFLICT (enterprise_id, configuration_id) DO UPDATE SET failures = f.failures + 1
       RETURNING failing_since, failures, probe_at, probe_wait_ms`,
        [workContext.enterpriseId(), configurationId],
        'record-endpoint-failure',
      ),
      databaseTime(currentTransaction()),
    ]);
    const { failing_since, ...state } = circuit!;
    return { ...state, failing_for_ms: now.getTime() - failing_since.getTime() };
  }

  // After a configuration changes, only later attempts count.
  async recentAttempts(configurationId: string, windowMs: number): Promise<RecentAttempts> {
    const [recent] = await currentTransaction().query<RecentAttempts>(
      `SELECT count(*)::int AS attempts, count(newest.error)::int AS failures FROM (
         SELECT attempted_at, error FROM webhooks.attempts WHERE enterprise_id = $1 AND configuration_id = $2
         ORDER BY id DESC LIMIT ${MOST_ATTEMPTS}) AS newest
       JOIN webhooks.configurations c ON c.enterprise_id = $1 AND c.id = $2
       WHERE newest.attempted_at >= GREATEST(now() - ${interval('$3::float8')}, c.updated_at)`,
      [workContext.enterpriseId(), configurationId, windowMs],
      'count-recent-attempts',
    );
    return recent!;
  }

  async setProbe(configurationId: string, waitMs: number): Promise<void> {
    await currentTransaction().query(
      `UPDATE webhooks.failing_endpoints SET probe_at = now() + ${interval('$3::float8')}, probe_wait_ms = $3
       WHERE enterprise_id = $1 AND configuration_id = $2`,
      [workContext.enterpriseId(), configurationId, waitMs],
      'schedule-probe',
    );
  }
}
