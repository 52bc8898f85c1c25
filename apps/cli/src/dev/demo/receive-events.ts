import { verifyWebhook, verifyWebhookRsa, WebhookVerificationError } from '@payments/client';
import type { PaymentsClient, PaymentsEvent } from '@payments/client';
import { CliError } from '../../support/cli.error.js';
import { Receiver } from '../receiver.js';
import type { Delivery } from '../receiver.js';
import type { ProgressView } from './progress-view.js';

export interface EventsToReceive {
  readonly payments: PaymentsClient;
  readonly view: ProgressView;
  readonly timeoutSeconds: number;
  /** What is awaited, for the error message. */
  readonly awaited: string;
  /** Whether nothing more is awaited after the event. @throws CliError when it must not come */
  readonly isLast: (event: PaymentsEvent) => boolean;
  /** Ends the wait early. */
  readonly signal?: AbortSignal;
}

/** The keys that verify the two signatures of a webhook. */
interface Keys {
  readonly secret: string;
  readonly publicKey: string;
}

/** The end of the wait, once known. */
class Outcome {
  resolve!: () => void;
  reject!: (error: unknown) => void;
  readonly promise = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    // The event may arrive while the demo is still sending; waiters are notified then.
    this.promise.catch(() => undefined);
  }
}

/**
 * Sends payments, and shows the signed events of the enterprise until the last one has come.
 * @throws CliError when a signature is wrong, or the last event does not come in time; the client's errors; the reason of
 * the signal
 */
export async function receiveEvents(events: EventsToReceive, send: () => Promise<void>): Promise<void> {
  const { payments, view, timeoutSeconds, awaited, signal } = events;
  const outcome = new Outcome();
  const keys: { current?: Keys } = {};
  const receiver = new Receiver((delivery) => take(delivery, keys.current, { ...events, outcome }));
  const timer = setTimeout(() => {
    outcome.reject(new CliError(`${awaited} within ${timeoutSeconds} s; see the worker's log`));
  }, timeoutSeconds * 1000);
  const giveUp = () => outcome.reject(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const url = await receiver.listen();
    const { id } = await payments.webhooks.create({ event_types: ['subscribe_all'], url, enabled: true });
    try {
      keys.current = { secret: await payments.webhooks.secret(id), publicKey: await payments.webhooks.createKeyPair() };
      view.step(`POST /webhooks/configurations sends events to ${url}`);
      await send();
      await outcome.promise;
    } finally {
      await payments.webhooks.delete(id);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
    receiver.close();
  }
}

type Taking = Pick<EventsToReceive, 'view' | 'isLast'> & { readonly outcome: Outcome };

function take({ headers, body }: Delivery, keys: Keys | undefined, { view, isLast, outcome }: Taking): void {
  const event = JSON.parse(body.toString()) as PaymentsEvent;
  const genuine = keys !== undefined && isGenuine({ headers, body }, keys);
  view.event(event, genuine);
  if (!genuine) outcome.reject(new CliError(`the signatures of ${event.event_type} are not valid`));
  try {
    if (isLast(event)) outcome.resolve();
  } catch (error) {
    outcome.reject(error);
  }
}

function isGenuine({ headers, body }: Delivery, { secret, publicKey }: Keys): boolean {
  try {
    verifyWebhook(body, headers, secret);
    verifyWebhookRsa(body, headers, publicKey);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
