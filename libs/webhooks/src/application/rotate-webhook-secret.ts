import { Injectable } from '@nestjs/common';
import { Clock, isUuid, UnitOfWork } from '@payments/kernel';
import { WebhookConfiguration } from '../domain/webhook-configuration.js';
import type { WebhookConfigurationState } from '../domain/webhook-configuration.js';
import { webhookErrors } from '../domain/webhook.errors.js';
import { ConfigurationAudit } from './configuration-audit.js';
import { currentChange } from './current-change.js';
import { WebhookConfigurations, WebhookSecrets } from './ports.js';

/** Gives a configuration a new secret. For a day the previous one signs, too. @throws unknown_id */
@Injectable()
export class RotateWebhookSecret {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly secrets: WebhookSecrets,
    private readonly audit: ConfigurationAudit,
    private readonly clock: Clock,
  ) {}

  async execute(id: string): Promise<{ secret: string }> {
    for (;;) {
      const found = isUuid(id) ? await this.unitOfWork.run(() => this.configurations.find(id)) : undefined;
      if (found === undefined) throw webhookErrors.unknown_id();
      const rotated = await this.rotate(found);
      if (rotated !== undefined) return { secret: await this.secrets.open(rotated) };
    }
  }

  // The secrets are sealed outside of the transaction, so the row must be unchanged; undefined when it is not.
  private async rotate(found: WebhookConfigurationState): Promise<WebhookConfigurationState | undefined> {
    const fresh = await this.secrets.create(found);
    const previous = await this.secrets.demote(found);
    return this.unitOfWork.run(async () => {
      const locked = await this.configurations.lock(found.id);
      if (locked?.version !== found.version) return undefined;
      const configuration = WebhookConfiguration.restore(locked);
      configuration.rotateSecret({ fresh, previous }, currentChange(this.clock));
      await this.configurations.save(configuration.snapshot());
      await this.audit.record('secret_rotated', { after: configuration.snapshot() });
      return configuration.snapshot();
    });
  }
}
