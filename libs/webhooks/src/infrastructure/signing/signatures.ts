import { createHmac, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { WebhookMessage } from '../../domain/webhook-message.js';

export const WEBHOOK_SECRET_PREFIX = 'whsec_';

// In the thread pool: a signature would block the event loop for about a millisecond.
const signInPool = promisify<string, Buffer, KeyObject, Buffer>(sign);

/** The header `Signature`: base64 of RSA-PKCS1v15-SHA256 over the body and, right after it, the text of `created_at`. */
export async function rsaSignature(
  { body, created_at }: Pick<WebhookMessage, 'body' | 'created_at'>,
  privateKey: KeyObject,
): Promise<string> {
  const signature = await signInPool('sha256', Buffer.from(body + created_at), privateKey);
  return signature.toString('base64');
}

/**
 * The headers of the Standard Webhooks specification: HMAC-SHA256 over `id.timestamp.body`, keyed with the decoded
 * part of each secret after its prefix; an endpoint accepts the message if one of the signatures is valid.
 */
export function standardHeaders(
  { event_id, body }: Pick<WebhookMessage, 'event_id' | 'body'>,
  secrets: readonly string[],
  at: Date,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${event_id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': event_id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
