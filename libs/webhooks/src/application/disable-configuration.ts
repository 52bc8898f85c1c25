import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { WebhookConfiguration } from '../domain/webhook-configuration.js';
import { WebhookConfigurations } from './ports.js';

/** Disables a configuration on behalf of its receiver, unless it was changed since the given version. */
@Injectable()
export class DisableConfiguration {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly clock: Clock,
  ) {}

  async execute(id: string, version: number): Promise<void> {
    await this.unitOfWork.run(async () => {
      const found = await this.configurations.lock(id);
      if (found === undefined || found.version !== version) return;
      const configuration = WebhookConfiguration.restore(found);
      // Nobody asked for it, so the last one who did stays named.
      configuration.disable({ by: found.updated_by, at: this.clock.now() });
      await this.configurations.save(configuration.snapshot());
    });
  }
}
