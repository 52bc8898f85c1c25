import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BoundedCache, Clock } from '@payments/kernel';
import { FieldCipher } from '@payments/persistence';
import { WebhookSecrets } from '../../application/ports.js';
import type { Endpoint } from '../../application/ports.js';
import { ProvideEnterpriseKeypair } from '../../application/provide-enterprise-keypair.js';
import type { WebhookMessage } from '../../domain/webhook-message.js';
import { privateKeyPlace } from './rsa-keypair-factory.js';
import { rsaSignature, standardHeaders } from './signatures.js';

const CACHED_KEYS = 1_000;
const CACHED_SIGNATURES = 500;

/**
 * Signs messages for one configuration. The RSA signature is the same for all configurations of an event and costs
 * the most, so it is computed once.
 */
@Injectable()
export class WebhookSigner {
  private readonly keys = new BoundedCache<KeyObject>(CACHED_KEYS);
  private readonly signatures = new BoundedCache<string>(CACHED_SIGNATURES);

  constructor(
    private readonly provideKeypair: ProvideEnterpriseKeypair,
    private readonly cipher: FieldCipher,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  /** The signature headers. Must run in the tenant's context, outside of a transaction. */
  async headersFor(message: WebhookMessage, endpoint: Endpoint): Promise<Record<string, string>> {
    const keypairId = endpoint.keypair_id ?? (await this.provideKeypair.execute()).id;
    const cached = `${keypairId}/${message.event_id}`;
    const signature = await this.signatures.get(cached, async () => rsaSignature(message, await this.key(keypairId)));
    const now = this.clock.now();
    return { Signature: signature, ...standardHeaders(message, await this.secretsOf(endpoint, now), now) };
  }

  private async secretsOf(endpoint: Endpoint, now: Date): Promise<string[]> {
    const present = await this.secrets.open(endpoint);
    const { previous_secret_until: until } = endpoint;
    return until === null || until <= now ? [present] : [present, await this.secrets.openPrevious(endpoint)];
  }

  private key(keypairId: string): Promise<KeyObject> {
    return this.keys.get(keypairId, async () => {
      const keypair = await this.provideKeypair.execute();
      return createPrivateKey(await this.cipher.open(privateKeyPlace(keypair), keypair.private_key));
    });
  }
}
