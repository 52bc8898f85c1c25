import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import { shownStatus } from '../domain/delivery.js';
import type { DeliveryStatus, ShownStatus } from '../domain/delivery.js';
import { webhookErrors } from '../domain/webhook.errors.js';
import { DeliveryHistory } from './history-ports.js';
import type { AttemptRow, DeliveryRow } from './history-ports.js';
import { ResponseBodyCipher, WebhookConfigurations } from './ports.js';
import { toWebhookDeliveryView } from './webhook-delivery.view.js';
import type { OpenedAttempt, WebhookDeliveryView } from './webhook-delivery.view.js';

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
    private readonly responseBodyCipher: ResponseBodyCipher,
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
    const view = async (row: DeliveryRow) =>
      toWebhookDeliveryView(row, configuration, await Promise.all(row.attempts.map((attempt) => this.open(attempt))));
    return { ...page, items: await Promise.all(page.items.map(view)) };
  }

  private async open({ answer, ...attempt }: AttemptRow): Promise<OpenedAttempt> {
    return { ...attempt, answer: answer === null ? undefined : await this.responseBodyCipher.open(attempt, answer) };
  }
}
