import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { webhookErrors } from '../domain/webhook.errors.js';
import { ConfigurationAudit } from './configuration-audit.js';
import { Deliveries, WebhookConfigurations } from './ports.js';

/** Removes a configuration. Its deliveries, which may be many, are removed by the worker. @throws unknown_id */
@Injectable()
export class DeleteWebhookConfiguration {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly deliveries: Deliveries,
    private readonly audit: ConfigurationAudit,
  ) {}

  async execute(id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const found = isUuid(id) ? await this.configurations.lock(id) : undefined;
      if (found === undefined) throw webhookErrors.unknown_id();
      await this.configurations.remove(id);
      await this.audit.record('deleted', { before: found });
      await this.deliveries.callWorker(id);
    });
  }
}
