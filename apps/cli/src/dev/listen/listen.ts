import type { IncomingHttpHeaders } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from '@payments/client';
import type { NewWebhookConfiguration, PaymentsClient, PaymentsEvent } from '@payments/client';
import { Receiver } from '../receiver.js';
import type { Delivery } from '../receiver.js';

const FORWARD_MS = 30_000;
/** Headers of one connection, which are not forwarded. */
const OF_THE_CONNECTION = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

export interface ListenOptions {
  readonly payments: PaymentsClient;
  readonly eventTypes: NewWebhookConfiguration['event_types'];
  readonly forwardTo?: URL | undefined;
  readonly output: ListenOutput;
}

/** The response of the address that webhooks are forwarded to. */
export interface Forwarded {
  readonly url: string;
  /** Absent when it did not respond. */
  readonly status?: number;
  readonly error?: string;
  readonly duration_ms: number;
}

/** Receives the progress of `listen`. */
export interface ListenOutput {
  ready(configurationId: string, secret: string): void;
  received(event: PaymentsEvent, genuine: boolean): void;
  forwarded(event: PaymentsEvent, response: Forwarded): void;
}

/**
 * Receives events with a temporary configuration until `stop` resolves, and then deletes the configuration.
 * Each webhook is accepted at once, and then forwarded: the developer's program does not affect the service.
 */
export async function listen(options: ListenOptions, stop: Promise<unknown>): Promise<void> {
  const { payments, eventTypes, output } = options;
  let secret = '';
  const early: Delivery[] = [];
  const receiver = new Receiver((delivery) => {
    if (secret === '') early.push(delivery);
    else void take(delivery, secret, options);
  });
  const url = await receiver.listen();
  try {
    const { id } = await payments.webhooks.create({ event_types: eventTypes, url, enabled: true });
    try {
      secret = await payments.webhooks.secret(id);
      output.ready(id, secret);
      for (const delivery of early) void take(delivery, secret, options);
      await stop;
    } finally {
      await payments.webhooks.delete(id);
    }
  } finally {
    receiver.close();
  }
}

async function take({ headers, body }: Delivery, secret: string, { forwardTo, output }: ListenOptions): Promise<void> {
  let genuine = true;
  try {
    verifyWebhook(body, headers, secret);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    genuine = false;
  }
  const event = readEvent(body);
  output.received(event, genuine);
  // A program under development gets what the real one will get: no forged webhooks.
  if (forwardTo !== undefined && genuine) output.forwarded(event, await forward(forwardTo, headers, body));
}

function readEvent(body: Buffer): PaymentsEvent {
  try {
    return JSON.parse(body.toString()) as PaymentsEvent;
  } catch {
    return { event_type: 'no event', event_data: {} } as unknown as PaymentsEvent;
  }
}

async function forward(url: URL, headers: IncomingHttpHeaders, body: Buffer): Promise<Forwarded> {
  const startedAt = performance.now();
  const report = (outcome: { status: number } | { error: string }) => ({
    url: url.href,
    ...outcome,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  const original = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    OF_THE_CONNECTION.has(name) || value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  try {
    const signal = AbortSignal.timeout(FORWARD_MS);
    const response = await fetch(url, { method: 'POST', headers: original, body: new Uint8Array(body), signal });
    await response.body?.cancel();
    return report({ status: response.status });
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
    return report({ error: cause?.code ?? message });
  }
}
