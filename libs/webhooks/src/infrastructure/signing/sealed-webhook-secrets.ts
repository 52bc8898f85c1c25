import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BoundedCache } from '@payments/kernel';
import { FieldCipher } from '@payments/persistence';
import type { FieldPlace } from '@payments/persistence';
import { WebhookSecrets } from '../../application/ports.js';
import type { SecretHolder } from '../../application/ports.js';
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

  create(configuration: Pick<SecretHolder, 'enterprise_id' | 'id'>): Promise<Buffer> {
    const secret = `${WEBHOOK_SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
    return this.cipher.seal(placeOf(configuration), secret);
  }

  open(configuration: SecretHolder): Promise<string> {
    const key = `${configuration.enterprise_id}/${configuration.id}/${configuration.version}`;
    return this.opened.get(key, () => this.cipher.open(placeOf(configuration), configuration.secret));
  }

  openPrevious(configuration: SecretHolder): Promise<string> {
    const { enterprise_id, id, version, previous_secret } = configuration;
    if (previous_secret === null) throw new Error('the configuration has no previous secret');
    const place = placeOf(configuration, 'previous_secret');
    return this.opened.get(`${enterprise_id}/${id}/${version}/previous`, () =>
      this.cipher.open(place, previous_secret),
    );
  }

  async demote(configuration: SecretHolder): Promise<Buffer> {
    return this.cipher.seal(placeOf(configuration, 'previous_secret'), await this.open(configuration));
  }
}

function placeOf(
  { enterprise_id, id }: Pick<SecretHolder, 'enterprise_id' | 'id'>,
  column: 'secret' | 'previous_secret' = 'secret',
): FieldPlace {
  return { enterpriseId: enterprise_id, table: 'webhooks.configurations', column, rowId: id };
}
