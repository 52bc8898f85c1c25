import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { eventErrors } from '../domain/webhook.errors.js';
import { EventHistory } from './history-ports.js';
import { toWebhookEventView } from './webhook-event.view.js';
import type { WebhookEventView } from './webhook-event.view.js';

/** @throws unknown_id */
@Injectable()
export class GetWebhookEvent {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventHistory,
  ) {}

  async execute(id: string): Promise<WebhookEventView> {
    const found = isUuid(id) ? await this.unitOfWork.read(() => this.events.find(id)) : undefined;
    if (found === undefined) throw eventErrors.unknown_id();
    return toWebhookEventView(found);
  }
}
