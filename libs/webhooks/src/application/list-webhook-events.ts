import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { EventHistory } from './history-ports.js';
import type { EventFilter } from './history-ports.js';
import { toWebhookEventView } from './webhook-event.view.js';
import type { WebhookEventView } from './webhook-event.view.js';

/** The published events, oldest first. A client that continues after the last position misses none. */
@Injectable()
export class ListWebhookEvents {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventHistory,
  ) {}

  async execute(filter: EventFilter): Promise<Page<WebhookEventView>> {
    const page = await this.unitOfWork.read(() => this.events.list(filter));
    return { ...page, items: page.items.map(toWebhookEventView) };
  }
}
