import { createHmac, createVerify, timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from './errors.js';
import type { PaymentsEvent } from './events.js';

const TOLERANCE_S = 300;

/** As Node's `request.headers`, or the `Headers` of a fetch handler. */
export type WebhookHeaders =
  Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

export interface WebhookSecret {
  /** `whsec_…`, from `webhooks.secret(id)`; several during rotation. */
  readonly secret: string | readonly string[];
  /** How far the time of the webhook may be from now, either way, in seconds; 300 unless given. */
  readonly tolerance_s?: number;
}

/**
 * Checks the Standard Webhooks signature of a webhook, and reads it. While a secret is rotated both the old and the new
 * one sign; one signature that fits is enough.
 *
 * @param body the raw bytes, before any parsing
 * @throws WebhookVerificationError unless the signature is valid and fresh
 * @example
 * const event = verifyWebhook(rawBody, request.headers, process.env.WEBHOOK_SECRET);
 * if (event.event_type === 'transfer_updated') console.log(event.event_data.transfer.status);
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  key: string | WebhookSecret,
): PaymentsEvent {
  const { secret, tolerance_s = TOLERANCE_S } = typeof key === 'string' ? { secret: key } : key;
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  // Negated, so that a timestamp that is not a number fails as well.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance_s)) {
    throw new WebhookVerificationError('webhook-timestamp is too far from now; check the clock');
  }
  const given = header(headers, 'webhook-signature')
    .split(' ')
    .flatMap((entry) => (entry.startsWith('v1,') ? [Buffer.from(entry.slice(3), 'base64')] : []));
  const fits = [secret].flat().some((each) => {
    const expected = createHmac('sha256', keyOf(each)).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((signature) => equal(signature, expected));
  });
  if (!fits)
    throw new WebhookVerificationError(
      'webhook-signature does not match the body; use the raw body and the current secret',
    );
  return read(body);
}

/**
 * Checks the RSA signature of a webhook, over the body and its `created_at`, and reads it. It proves who sent the
 * webhook, not when: store the `event_id` of handled events.
 *
 * @param body the raw bytes, before any parsing
 * @param publicKey PEM, from `webhooks.publicKey()`
 * @throws WebhookVerificationError unless the signature is valid
 */
export function verifyWebhookRsa(body: string | Uint8Array, headers: WebhookHeaders, publicKey: string): PaymentsEvent {
  const event = read(body);
  const verifier = createVerify('RSA-SHA256').update(body).update(String(event.created_at));
  if (!verifier.verify(publicKey, header(headers, 'signature'), 'base64')) {
    throw new WebhookVerificationError(
      'Signature does not match the body; use the raw body and the current public key',
    );
  }
  return event;
}

function header(headers: WebhookHeaders, name: string): string {
  const found = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = isList(found) ? found[0] : found;
  if (value === undefined || value === null) throw new WebhookVerificationError(`the header ${name} is missing`);
  return value;
}

const isHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

const equal = (given: Buffer, expected: Buffer) => given.length === expected.length && timingSafeEqual(given, expected);

function read(body: string | Uint8Array): PaymentsEvent {
  try {
    const event = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as PaymentsEvent | null;
    if (typeof event?.event_id === 'string') return event;
  } catch (cause) {
    throw new WebhookVerificationError('the body is not JSON', { cause });
  }
  throw new WebhookVerificationError('the body is not an event');
}
