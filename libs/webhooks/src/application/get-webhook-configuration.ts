import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { webhookErrors } from '../domain/webhook.errors.js';
import { WebhookConfigurations } from './ports.js';
import { toWebhookConfigurationView } from './webhook-configuration.view.js';
import type { WebhookConfigurationView } from './webhook-configuration.view.js';

/** @throws unknown_id */
@Injectable()
export class GetWebhookConfiguration {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
  ) {}

  async execute(id: string): Promise<WebhookConfigurationView> {
    const found = isUuid(id) ? await this.unitOfWork.read(() => this.configurations.find(id)) : undefined;
    if (found === undefined) throw webhookErrors.unknown_id();
    return toWebhookConfigurationView(found, workContext.tenant().enterpriseName);
  }
}
