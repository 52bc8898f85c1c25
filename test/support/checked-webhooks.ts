import type { IncomingHttpHeaders } from 'node:http';
import { verifyWebhook, verifyWebhookRsa } from '@payments/client';
import { webhookDeviationOf } from './documented.js';

const TOLERANCE_S = 300;

/** By which a receiver knows the sender. */
export interface SenderKeys {
  readonly secret: string;
  /** PEM; without it only the signature by the secret is checked. */
  readonly publicKey?: string;
}

interface Came {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
}

/** Checks the webhooks of a receiver against the description of their bodies and the keys of permitted senders. */
export class CheckedWebhooks {
  private readonly came: Came[] = [];
  private readonly senders: SenderKeys[] = [];

  /** @param toleranceS how far the sender's clock may be off */
  constructor(private readonly toleranceS = TOLERANCE_S) {}

  look(body: string, headers: IncomingHttpHeaders): void {
    this.came.push({ body, headers, at: Date.now() });
  }

  /** Every webhook, past or future, must be signed by this sender or another trusted one. */
  trust(sender: SenderKeys): void {
    this.senders.push(sender);
  }

  /** @throws Error when a body is other than docs/reference/openapi.generated.json says, or a signature is of none of the senders. */
  mustBeGood(): void {
    const faults = this.came.flatMap((webhook) => webhookDeviationOf(webhook.body) ?? this.forgeryOf(webhook) ?? []);
    if (faults.length > 0) throw new Error(`${faults.length} webhooks are wrong, such as:\n${faults[0]}`);
  }

  private forgeryOf({ body, headers, at }: Came): string | undefined {
    if (this.senders.length === 0) return undefined;
    // It had to be fresh when it came.
    const tolerance_s = this.toleranceS + (Date.now() - at) / 1_000;
    const reasons = this.senders.map(({ secret, publicKey }) => {
      try {
        verifyWebhook(body, headers, { secret, tolerance_s });
        if (publicKey !== undefined) verifyWebhookRsa(body, headers, publicKey);
        return undefined;
      } catch (error) {
        return String(error);
      }
    });
    return reasons.includes(undefined) ? undefined : `${reasons[0]}: ${body}`;
  }
}
