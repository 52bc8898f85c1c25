import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import { shownStatus } from '../domain/delivery.js';
import type { DeliveryStatus, ShownStatus } from '../domain/delivery.js';
import { webhookErrors } from '../domain/webhook.errors.js';
import { DeliveryHistory } from './history-ports.js';
import { WebhookConfigurations } from './ports.js';
import { ShowDelivery } from './show-delivery.js';
import type { WebhookDeliveryView } from './webhook-delivery.view.js';

export interface WebhookDeliveryFilter extends ListQuery {
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly ShownStatus[];
}

const STORED: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed'];

/** The deliveries to one configuration with their attempts, newest first. @throws unknown_id */
@Injectable()
export class ListWebhookDeliveries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly history: DeliveryHistory,
    private readonly showDelivery: ShowDelivery,
  ) {}

  async execute(
    configurationId: string,
    { status, ...query }: WebhookDeliveryFilter,
  ): Promise<Page<WebhookDeliveryView>> {
    const { configuration, page } = await this.unitOfWork.run(async () => {
      const found = isUuid(configurationId) ? await this.configurations.find(configurationId) : undefined;
      if (found === undefined) throw webhookErrors.unknown_id();
      const statuses = status && STORED.filter((stored) => status.includes(shownStatus(stored, found)));
      const rows = await this.history.list(configurationId, { ...query, ...(statuses && { statuses }) });
      return { configuration: found, page: rows };
    });
    const views = page.items.map((row) => this.showDelivery.execute(row, configuration));
    return { ...page, items: await Promise.all(views) };
  }
}
