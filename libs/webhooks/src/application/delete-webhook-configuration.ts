import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { webhookErrors } from '../domain/webhook.errors.js';
import { Deliveries, WebhookConfigurations } from './ports.js';

/**
 * Removes a configuration with its deliveries. Tasks of those deliveries stay, and end by themselves when they find
 * nothing to deliver. @throws unknown_id
 */
@Injectable()
export class DeleteWebhookConfiguration {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly deliveries: Deliveries,
  ) {}

  async execute(id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      // The lock comes first: publication must add nothing between the two removals.
      const found = isUuid(id) ? await this.configurations.lock(id) : undefined;
      if (found === undefined) throw webhookErrors.unknown_id();
      await this.deliveries.removeAll(id);
      await this.configurations.remove(id);
    });
  }
}
