import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { OutgoingHttp } from '@payments/http-client';
import { workContext } from '@payments/observability';
import { MAX_CONFIGURATIONS, WebhookConfiguration } from '../domain/webhook-configuration.js';
import type { WebhookSettings } from '../domain/webhook-configuration.js';
import { webhookErrors } from '../domain/webhook.errors.js';
import { ConfigurationAudit } from './configuration-audit.js';
import { currentChange } from './current-change.js';
import { WebhookConfigurations, WebhookSecrets } from './ports.js';
import { toWebhookConfigurationView } from './webhook-configuration.view.js';
import type { WebhookConfigurationView } from './webhook-configuration.view.js';

/** Adds a configuration with a new secret. @throws invalid_url, too_many_webhook_configurations */
@Injectable()
export class CreateWebhookConfiguration {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly secrets: WebhookSecrets,
    private readonly outgoing: OutgoingHttp,
    private readonly audit: ConfigurationAudit,
    private readonly clock: Clock,
  ) {}

  async execute(settings: WebhookSettings): Promise<WebhookConfigurationView> {
    if (this.outgoing.blockReason(settings.url) !== undefined) throw webhookErrors.invalid_url();
    const { enterpriseId, enterpriseName } = workContext.tenant();
    const row = { enterprise_id: enterpriseId, id: newId() };
    const secret = await this.secrets.create(row);
    const state = WebhookConfiguration.create({ ...row, secret }, settings, currentChange(this.clock)).snapshot();
    await this.unitOfWork.run(async () => {
      const count = await this.configurations.countBeforeAdding();
      if (count >= MAX_CONFIGURATIONS) throw webhookErrors.too_many_webhook_configurations();
      await this.configurations.add(state);
      await this.audit.record('created', { after: state });
    });
    return toWebhookConfigurationView(state, enterpriseName);
  }
}
