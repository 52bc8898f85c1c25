import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/platform';
import { WebhookConfigurations } from './ports.js';
import type { Page } from './ports.js';
import { toWebhookConfigurationView } from './webhook-configuration.view.js';
import type { WebhookConfigurationView } from './webhook-configuration.view.js';

const DEFAULT_SIZE = 100;

/** The configurations of the enterprise, newest first. */
@Injectable()
export class ListWebhookConfigurations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
  ) {}

  async execute({ size = DEFAULT_SIZE, index = 0 }: Partial<Page>): Promise<WebhookConfigurationView[]> {
    const states = await this.unitOfWork.run(() => this.configurations.list({ size, index }));
    const { enterpriseName } = workContext.tenant();
    return states.map((state) => toWebhookConfigurationView(state, enterpriseName));
  }
}
