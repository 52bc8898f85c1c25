import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { MAX_CONFIGURATIONS } from '../domain/webhook-configuration.js';
import { eventErrors } from '../domain/webhook.errors.js';
import { DeliveryHistory, EventHistory } from './history-ports.js';
import { WebhookConfigurations } from './ports.js';
import { ShowDelivery } from './show-delivery.js';
import type { WebhookDeliveryView } from './webhook-delivery.view.js';

/** The deliveries of one event to all configurations, oldest first. @throws unknown_id */
@Injectable()
export class ListEventDeliveries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventHistory,
    private readonly configurations: WebhookConfigurations,
    private readonly history: DeliveryHistory,
    private readonly showDelivery: ShowDelivery,
  ) {}

  async execute(eventId: string): Promise<readonly WebhookDeliveryView[]> {
    const { all, rows } = await this.unitOfWork.run(async () => {
      const event = isUuid(eventId) ? await this.events.find(eventId) : undefined;
      if (event === undefined) throw eventErrors.unknown_id();
      const { items } = await this.configurations.list({ size: MAX_CONFIGURATIONS });
      const byId = new Map(items.map((configuration) => [configuration.id, configuration]));
      return { all: byId, rows: await this.history.ofEvent(event.event_id, [...byId.keys()]) };
    });
    return Promise.all(rows.map((row) => this.showDelivery.execute(row, all.get(row.configuration_id)!)));
  }
}
