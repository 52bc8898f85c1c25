import { Injectable } from '@nestjs/common';
import type { AttemptRow, DeliveryRow } from './history-ports.js';
import { ResponseBodyCipher } from './ports.js';
import { toWebhookDeliveryView } from './webhook-delivery.view.js';
import type { OpenedAttempt, WebhookDeliveryView } from './webhook-delivery.view.js';

/** Shows a delivery to a configuration, with the response bodies of its attempts. */
@Injectable()
export class ShowDelivery {
  constructor(private readonly responseBodyCipher: ResponseBodyCipher) {}

  async execute(row: DeliveryRow, configuration: { readonly enabled: boolean }): Promise<WebhookDeliveryView> {
    const attempts = await Promise.all(row.attempts.map((attempt) => this.open(attempt)));
    return toWebhookDeliveryView(row, configuration, attempts);
  }

  private async open({ answer, ...attempt }: AttemptRow): Promise<OpenedAttempt> {
    return { ...attempt, answer: answer === null ? undefined : await this.responseBodyCipher.open(attempt, answer) };
  }
}
