import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { FieldCipher } from '@payments/platform';
import type { FieldPlace } from '@payments/platform';
import { WebhookSecrets } from '../../application/ports.js';
import type { WebhookConfigurationState } from '../../domain/webhook-configuration.js';
import { BoundedCache } from './bounded-cache.js';
import { WEBHOOK_SECRET_PREFIX } from './signatures.js';

const SECRET_BYTES = 32;
const OPENED_SECRETS = 1_000;

/** Secrets of configurations, sealed in their rows. */
@Injectable()
export class SealedWebhookSecrets extends WebhookSecrets {
  private readonly opened = new BoundedCache<string>(OPENED_SECRETS);

  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  create(configuration: Pick<WebhookConfigurationState, 'enterprise_id' | 'id'>): Promise<Buffer> {
    const secret = `${WEBHOOK_SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
    return this.cipher.seal(placeOf(configuration), secret);
  }

  open(configuration: Pick<WebhookConfigurationState, 'enterprise_id' | 'id' | 'version' | 'secret'>): Promise<string> {
    const { enterprise_id, id, version, secret } = configuration;
    const key = `${enterprise_id}/${id}/${version}`;
    return this.opened.get(key, () => this.cipher.open(placeOf(configuration), secret));
  }
}

function placeOf({ enterprise_id, id }: Pick<WebhookConfigurationState, 'enterprise_id' | 'id'>): FieldPlace {
  return { enterpriseId: enterprise_id, table: 'webhooks.configurations', column: 'secret', rowId: id };
}
