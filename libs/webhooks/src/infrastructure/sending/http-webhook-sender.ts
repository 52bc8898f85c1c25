import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '@payments/http-client';
import { WebhookSender } from '../../application/ports.js';
import type { Endpoint } from '../../application/ports.js';
import type { AttemptResult } from '../../domain/delivery.js';
import { toMessage } from '../../domain/webhook-message.js';
import type { PublishedEvent } from '../../domain/webhook-message.js';
import { WebhookSigner } from '../signing/webhook-signer.js';

const TIMEOUT_MS = 30_000;
/** The part of the response body kept for debugging an endpoint. */
const KEPT_BYTES = 4 * 1024;
const FIXED_HEADERS = { 'content-type': 'application/json', 'user-agent': 'payments-service-webhooks/1' };

/** Sends webhooks over HTTP with both signatures. */
@Injectable()
export class HttpWebhookSender extends WebhookSender {
  constructor(
    private readonly signer: WebhookSigner,
    private readonly outgoing: OutgoingHttp,
  ) {
    super();
  }

  async send(event: PublishedEvent, endpoint: Endpoint): Promise<AttemptResult> {
    const message = toMessage(event);
    const result = await this.outgoing.post({
      url: endpoint.url,
      headers: { ...FIXED_HEADERS, ...(await this.signer.headersFor(message, endpoint)) },
      body: message.body,
      timeoutMs: TIMEOUT_MS,
    });
    if ('failure' in result) return result;
    const { status, durationMs, headers, body } = result;
    return { status, durationMs, retryAfter: [headers['retry-after']].flat()[0], answer: startOf(body) };
  }
}

function startOf(body: string): string {
  return Buffer.from(body).subarray(0, KEPT_BYTES).toString();
}
