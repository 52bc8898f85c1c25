import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { ListQuery } from '@payments/http';
import type { Page } from '@payments/persistence';
import { WebhookConfigurations } from './ports.js';
import { toWebhookConfigurationView } from './webhook-configuration.view.js';
import type { WebhookConfigurationView } from './webhook-configuration.view.js';

/** The configurations of the enterprise, newest first. */
@Injectable()
export class ListWebhookConfigurations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
  ) {}

  async execute(query: ListQuery): Promise<Page<WebhookConfigurationView>> {
    const page = await this.unitOfWork.read(() => this.configurations.list(query));
    const { enterpriseName } = workContext.tenant();
    return { ...page, items: page.items.map((state) => toWebhookConfigurationView(state, enterpriseName)) };
  }
}
