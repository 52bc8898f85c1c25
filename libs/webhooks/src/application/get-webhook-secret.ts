import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { webhookErrors } from '../domain/webhook.errors.js';
import { WebhookConfigurations, WebhookSecrets } from './ports.js';

/** The secret that endpoints check the signatures of one configuration with. @throws unknown_id */
@Injectable()
export class GetWebhookSecret {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly secrets: WebhookSecrets,
  ) {}

  async execute(id: string): Promise<{ secret: string }> {
    const found = isUuid(id) ? await this.unitOfWork.run(() => this.configurations.find(id)) : undefined;
    if (found === undefined) throw webhookErrors.unknown_id();
    return { secret: await this.secrets.open(found) };
  }
}
