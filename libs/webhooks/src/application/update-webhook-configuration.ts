import { Injectable } from '@nestjs/common';
import { Clock, isUuid, UnitOfWork } from '@payments/kernel';
import { OutgoingHttp } from '@payments/http-client';
import { workContext } from '@payments/observability';
import { WebhookConfiguration } from '../domain/webhook-configuration.js';
import type { WebhookSettings } from '../domain/webhook-configuration.js';
import { webhookErrors } from '../domain/webhook.errors.js';
import { ConfigurationAudit } from './configuration-audit.js';
import { currentChange } from './current-change.js';
import { Deliveries, WebhookConfigurations } from './ports.js';
import { toWebhookConfigurationView } from './webhook-configuration.view.js';
import type { WebhookConfigurationView } from './webhook-configuration.view.js';

/**
 * Replaces the settings of a configuration. If enabled afterwards, it gets its pending deliveries, oldest first,
 * and as if its endpoint had never failed.
 * @throws invalid_url, unknown_id
 */
@Injectable()
export class UpdateWebhookConfiguration {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly deliveries: Deliveries,
    private readonly outgoing: OutgoingHttp,
    private readonly audit: ConfigurationAudit,
    private readonly clock: Clock,
  ) {}

  async execute(id: string, settings: WebhookSettings): Promise<WebhookConfigurationView> {
    if (this.outgoing.blockReason(settings.url) !== undefined) throw webhookErrors.invalid_url();
    return this.unitOfWork.run(async () => {
      const found = isUuid(id) ? await this.configurations.lock(id) : undefined;
      if (found === undefined) throw webhookErrors.unknown_id();
      const configuration = WebhookConfiguration.restore(found);
      configuration.change(settings, currentChange(this.clock));
      await this.configurations.save(configuration.snapshot());
      await this.audit.record('changed', { before: found, after: configuration.snapshot() });
      if (configuration.enabled) await this.deliveries.resume(id);
      return toWebhookConfigurationView(configuration.snapshot(), workContext.tenant().enterpriseName);
    });
  }
}
