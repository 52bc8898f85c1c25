import { FixedClock, HOUR_MS } from '@payments/kernel';
import type { UnitOfWork } from '@payments/kernel';
import type { Log } from '@payments/observability';
import type { AttemptResult } from '../domain/delivery.js';
import type { RecentAttempts, CircuitState } from '../domain/circuit-state.js';
import type { WebhookConfigurationState } from '../domain/webhook-configuration.js';
import type { ConfigurationAudit } from './configuration-audit.js';
import { DisableConfiguration } from './disable-configuration.js';
import type {
  Deliveries,
  DeliveryOutcome,
  DueDelivery,
  Notice,
  Endpoint,
  RecordedAttempt,
  Endpoints,
  Notices,
  WebhookConfigurations,
} from './ports.js';
import { RecordAttempt } from './record-attempt.js';

const now = new Date('2026-01-31T12:00:00.000Z');
const unitOfWork: UnitOfWork = { run: (work) => work(), read: (work) => work() };

interface World {
  result: AttemptResult;
  attempts?: number;
  circuit?: Partial<CircuitState>;
  recent?: RecentAttempts;
  version?: number;
  written?: boolean;
}

/** Records one attempt; returns what was written. */
async function record({ result, attempts = 0, circuit, recent, version = 1, written = true }: World) {
  const trace = { outcomes: [] as DeliveryOutcome[], failures: 0, probes: [] as unknown[], notices: [] as Notice[] };
  const configuration = { enabled: true, version, updated_by: 'client_a' };
  const deliveries = {
    record: async (attempts: readonly RecordedAttempt[]) => {
      trace.outcomes.push(...attempts.map(({ outcome }) => outcome));
      return new Set(written ? attempts.map(({ delivery }) => delivery.id) : []);
    },
  } as unknown as Deliveries;
  const endpoints = {
    noteFailure: async () => {
      trace.failures++;
      return { failing_for_ms: 0, failures: 1, probe_at: null, probe_wait_ms: null, ...circuit };
    },
    recentAttempts: async () => recent ?? { attempts: 1, failures: 1 },
    setProbe: async (_id: string, waitMs: number) => trace.probes.push(waitMs),
  } as unknown as Endpoints;
  const configurations = {
    lock: async () => ({ ...configuration }),
    save: async (state: WebhookConfigurationState) => Object.assign(configuration, state),
  } as unknown as WebhookConfigurations;
  const notices: Notices = { add: async (notice) => void trace.notices.push(notice) };
  const audited: string[] = [];
  const audit = { record: async (action: string) => void audited.push(action) } as unknown as ConfigurationAudit;
  const clock = new FixedClock(now);
  const log = { warn: () => undefined } as unknown as Log;
  const disable = new DisableConfiguration(unitOfWork, configurations, notices, audit, clock, log);
  const use = new RecordAttempt(unitOfWork, deliveries, endpoints, disable, clock, { next: () => 0.5 });
  const endpoint = { id: 'c1', version: 1, probe_at: null } as Endpoint;
  const delivery = { id: 'd1', attempts } as DueDelivery;
  const verdict = await use.execute(endpoint, delivery, { id: 'a1', result, answer: null });
  return { ...trace, verdict, configuration, audited };
}

const failed: AttemptResult = { failure: 'timeout', durationMs: 30_000 };
const answered = (status: number): AttemptResult => ({ status, durationMs: 5, answer: '' });

describe(RecordAttempt.name, () => {
  it('ends the delivery on success without counting an endpoint failure', async () => {
    const { outcomes, failures, verdict } = await record({ result: answered(204) });
    expect([verdict, outcomes, failures]).toEqual(['delivered', [{ status: 'delivered' }], 0]);
  });

  it('reschedules the delivery after a failure', async () => {
    const { outcomes } = await record({ result: failed, attempts: 2 });
    expect(outcomes).toEqual([{ status: 'pending', next_attempt_in_ms: 120_000 }]);
  });

  it('gives up after the 19th attempt', async () => {
    expect((await record({ result: failed, attempts: 18 })).outcomes).toEqual([{ status: 'failed' }]);
  });

  it('backs off from a failing endpoint', async () => {
    const { probes } = await record({ result: failed, recent: { attempts: 10, failures: 7 } });
    expect(probes).toEqual([30_000]);
  });

  it('counts nothing when the delivery was changed meanwhile', async () => {
    expect((await record({ result: failed, written: false })).failures).toBe(0);
  });

  it('disables a configuration on 410 Gone and keeps the delivery', async () => {
    const { outcomes, configuration, notices, audited } = await record({ result: answered(410) });
    expect(audited).toEqual(['disabled']);
    expect(outcomes).toEqual([{ status: 'pending', next_attempt_in_ms: 0 }]);
    expect(configuration).toMatchObject({ enabled: false, version: 2, updated_by: 'client_a' });
    expect(notices).toEqual([{ configuration_id: 'c1', kind: 'endpoint_gone', at: now }]);
  });

  it('keeps a configuration that changed before its old endpoint returned 410', async () => {
    const { configuration, notices } = await record({ result: answered(410), version: 2 });
    expect([configuration.enabled, notices]).toEqual([true, []]);
  });

  it('disables a configuration without a success for 120 hours, with a notice', async () => {
    const circuit = { failing_for_ms: 120 * HOUR_MS, failures: 15 };
    const { configuration, notices } = await record({ result: failed, circuit });
    expect([configuration.enabled, notices]).toEqual([
      false,
      [{ configuration_id: 'c1', kind: 'endpoint_abandoned', at: now }],
    ]);
  });
});
