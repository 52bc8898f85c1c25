import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentsError } from '@payments/client';
import type { LoggedEvent, PaymentsClient } from '@payments/client';
import { CliError } from '../../support/cli.error.js';
import { SCENARIOS } from './scenarios.table.js';
import type { Expected } from './scenarios.table.js';

const LOOK_AGAIN_MS = 150;
const LONGEST_MS = 60_000;

export interface Triggered {
  readonly event_id: string;
  readonly event_type: string;
  readonly resource_id: string;
  readonly status: string;
}

/**
 * Causes a real event: with new parties and transfers, and by advancing the banking clock while it waits.
 * @throws CliError when the service is in production, or the event does not arrive
 */
export async function trigger(payments: PaymentsClient, name: string): Promise<Triggered> {
  await requireSandbox(payments);
  const expected = await SCENARIOS[name]!.run(payments);
  const event = await arrival(payments, expected);
  const { event_id, event_type } = event;
  return { event_id, event_type, resource_id: expected.resource_id, status: resourceOf(event).status };
}

async function requireSandbox(payments: PaymentsClient): Promise<void> {
  await payments.sandbox.clock().catch((error: unknown) => {
    // Production does not have these routes.
    if (!PaymentsError.is(error, 'not_found')) throw error;
    throw new CliError('events can be triggered in the sandbox only, and this is a production service');
  });
}

async function arrival(payments: PaymentsClient, expected: Expected): Promise<LoggedEvent> {
  const { resource_id, event_type, status } = expected;
  const deadline = performance.now() + LONGEST_MS;
  let change = expected.afterVerification;
  while (performance.now() < deadline) {
    const events = await eventsOf(payments, expected);
    const found = events.find(
      (event) => event.event_type === event_type && (!status || resourceOf(event).status === status),
    );
    if (found !== undefined) return found;
    if (change !== undefined && events.some((event) => event.event_type.endsWith('_verified'))) {
      await change();
      change = undefined;
    }
    // Once a transfer is submitted, only banking days remain until its end.
    if (status !== undefined && events.some((event) => event.event_type === 'transfer_updated')) {
      await payments.sandbox.advance({ banking_days: 1 });
    }
    await sleep(LOOK_AGAIN_MS);
  }
  throw new CliError(
    `${event_type} of ${resource_id} did not arrive within ${LONGEST_MS / 1000} s; see the log of the worker`,
  );
}

// The id of a return rate is shown nowhere: its event is found by the originator.
async function eventsOf(payments: PaymentsClient, { resource_id, event_type }: Expected): Promise<LoggedEvent[]> {
  if (event_type !== 'return_rate_changed') return payments.events.list({ resource_id, size: 500 }).toArray();
  const events = await payments.events.list({ event_type: [event_type], size: 500 }).toArray();
  return events.filter(
    ({ event_data }) => 'return_rate' in event_data && event_data.return_rate.originator === resource_id,
  );
}

function resourceOf({ event_data }: LoggedEvent): { readonly status: string } {
  const [resource] = Object.values(event_data) as { readonly status?: string; readonly verification_status?: string }[];
  return { status: resource?.status ?? resource?.verification_status ?? '' };
}
