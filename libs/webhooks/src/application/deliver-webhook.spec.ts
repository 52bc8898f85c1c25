import { FixedClock } from '@payments/kernel';
import type { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/platform';
import type { Claim, Log, Tenant } from '@payments/platform';
import type { AttemptResult, DeliveryStatus } from '../domain/delivery.js';
import { DeliverWebhook } from './deliver-webhook.js';
import { DisableConfiguration } from './disable-configuration.js';
import { HoldDelivery } from './hold-delivery.js';
import type { AttemptRecord, Deliveries, DueDelivery, WebhookConfigurations } from './ports.js';
import { RecordAttempt } from './record-attempt.js';

const now = new Date('2026-01-31T12:00:00.000Z');
const tenant: Tenant = {
  enterpriseId: 'e1',
  enterpriseName: 'Acme',
  environment: 'sandbox',
  settings: { require_api_key: false, customer_requirements: 'at_transfer', unique_account_details: false },
};
const task = { id: 't1', subject_id: 'd1', attempt: 1, request_id: 'r1', created_at: now };

interface World {
  delivery?: { status: DeliveryStatus; attempts: number };
  configuration: { enabled: boolean; version: number; updated_by?: string };
  /** Happens while the request is under way. */
  meanwhile?: () => void;
  result: AttemptResult;
}

/** One delivery, its configuration and its task in memory, with what was done to them. */
function run(world: World) {
  const trace = { sent: 0, openWhileSending: false, task: 'open', lines: [] as unknown[] };
  let open = false;
  const unitOfWork: UnitOfWork = {
    async run(work) {
      if (open) return work();
      open = true;
      return work().finally(() => (open = false));
    },
  };
  const deliveries = {
    load: async () =>
      world.delivery && ({ ...world.delivery, ...aDelivery, ...settingsOf(world) } as unknown as DueDelivery),
    record: async (_id: string, { status }: AttemptRecord) => {
      Object.assign(world.delivery!, { status, attempts: world.delivery!.attempts + 1 });
    },
    hold: async () => {
      if (!world.configuration.enabled) world.delivery!.status = 'held';
      return !world.configuration.enabled;
    },
  } as unknown as Deliveries;
  const configurations = {
    lock: async () => ({ ...world.configuration }),
    save: async (state: { enabled: boolean; version: number }) => Object.assign(world.configuration, state),
  } as unknown as WebhookConfigurations;
  const claim = {
    complete: async () => (trace.task = 'completed'),
    postpone: async (_tasks: unknown, at: Date) => (trace.task = at.toISOString()),
  } as unknown as Claim;
  const sender = {
    send: async () => {
      trace.sent++;
      trace.openWhileSending = open;
      world.meanwhile?.();
      return world.result;
    },
  };
  const clock = new FixedClock(now);
  const hold = new HoldDelivery(unitOfWork, deliveries, clock);
  const disable = new DisableConfiguration(unitOfWork, configurations, clock);
  const record = new RecordAttempt(unitOfWork, deliveries, disable, hold, clock, { next: () => 0.5 });
  const log = { info: (_event: string, fields: unknown) => trace.lines.push(fields) } as unknown as Log;
  const deliver = new DeliverWebhook(unitOfWork, deliveries, sender, record, hold, log);
  return workContext
    .run({ requestId: 'r1', tenant, actor: 'webhook-deliveries' }, () => deliver.execute(claim, task))
    .then(() => trace);
}

const aDelivery = { id: 'd1', event_id: 'ev1', configuration_id: 'c1' };
const settingsOf = ({ configuration: { enabled, version } }: World) => ({ enabled, configuration_version: version });

const aWorld = (more: Partial<World> = {}): World & { delivery: NonNullable<World['delivery']> } => ({
  delivery: { status: 'pending', attempts: 0 },
  configuration: { enabled: true, version: 1, updated_by: 'client_a' },
  result: { status: 200, durationMs: 12 },
  ...more,
});

describe('delivering a webhook', () => {
  it('sends outside of any transaction, then ends the task together with the delivery', async () => {
    const world = aWorld();
    const trace = await run(world);
    expect(trace).toMatchObject({ sent: 1, openWhileSending: false, task: 'completed' });
    expect(world.delivery).toEqual({ status: 'delivered', attempts: 1 });
  });

  it('writes one line for the attempt', async () => {
    const { lines } = await run(aWorld({ result: { status: 500, durationMs: 12 } }));
    expect(lines).toEqual([
      {
        event_id: 'ev1',
        configuration_id: 'c1',
        attempt: 1,
        outcome: 'retry',
        duration_ms: 12,
        status: 500,
        reason: 'http_500',
      },
    ]);
  });

  it('puts the task off by the plan when the attempt fails', async () => {
    const world = aWorld({ delivery: { status: 'pending', attempts: 2 }, result: { failure: 'reset', durationMs: 1 } });
    expect(await run(world)).toMatchObject({ task: '2026-01-31T12:02:00.000Z' });
    expect(world.delivery).toEqual({ status: 'pending', attempts: 3 });
  });

  it('gives up after the 19th attempt', async () => {
    const world = aWorld({ delivery: { status: 'pending', attempts: 18 }, result: { status: 500, durationMs: 1 } });
    expect(await run(world)).toMatchObject({ task: 'completed' });
    expect(world.delivery).toEqual({ status: 'failed', attempts: 19 });
  });

  it('ends quietly when the delivery was removed or is done', async () => {
    const { configuration, result } = aWorld();
    expect(await run({ configuration, result })).toMatchObject({ sent: 0, task: 'completed' });
    const done = aWorld({ delivery: { status: 'delivered', attempts: 1 } });
    expect(await run(done)).toMatchObject({ sent: 0, task: 'completed' });
  });

  it('holds the delivery of a disabled configuration without sending it', async () => {
    const world = aWorld({ configuration: { enabled: false, version: 2 } });
    expect(await run(world)).toMatchObject({ sent: 0, task: 'completed' });
    expect(world.delivery).toEqual({ status: 'held', attempts: 0 });
  });

  it('disables the configuration of a receiver that is gone, and holds the delivery', async () => {
    const world = aWorld({ result: { status: 410, durationMs: 1 } });
    expect(await run(world)).toMatchObject({ sent: 1, task: 'completed' });
    expect(world.configuration).toMatchObject({ enabled: false, version: 2, updated_by: 'client_a' });
    expect(world.delivery).toEqual({ status: 'held', attempts: 1 });
  });

  it('leaves a configuration alone that was changed while its old receiver said it is gone', async () => {
    const world = aWorld({ result: { status: 410, durationMs: 1 } });
    world.meanwhile = () => (world.configuration = { enabled: true, version: 2 });
    expect(await run(world)).toMatchObject({ task: now.toISOString() });
    expect(world.configuration).toEqual({ enabled: true, version: 2 });
    expect(world.delivery).toEqual({ status: 'pending', attempts: 1 });
  });
});
