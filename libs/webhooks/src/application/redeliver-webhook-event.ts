import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { resourceOf, subscribes } from '../domain/event-types.js';
import { eventErrors } from '../domain/webhook.errors.js';
import { EventHistory } from './history-ports.js';
import { Deliveries, WebhookConfigurations } from './ports.js';
import type { RepeatedDelivery } from './ports.js';

/** Sends one event again to every configuration that now subscribes to it. @throws unknown_id */
@Injectable()
export class RedeliverWebhookEvent {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventHistory,
    private readonly configurations: WebhookConfigurations,
    private readonly deliveries: Deliveries,
  ) {}

  execute(id: string): Promise<RepeatedDelivery[]> {
    return this.unitOfWork.run(async () => {
      const event = isUuid(id) ? await this.events.find(id) : undefined;
      if (event === undefined) throw eventErrors.unknown_id();
      const about = { type: event.event_type, resource_type: resourceOf(event.event_type) };
      const subscribers = await this.configurations.waitForSubscribers();
      const wanting = subscribers.filter(({ event_types }) => subscribes(event_types, about));
      return this.deliveries.repeat(
        id,
        wanting.map((subscriber) => subscriber.id),
      );
    });
  }
}
