import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Log } from '@payments/observability';
import { WebhookConfiguration } from '../domain/webhook-configuration.js';
import { ConfigurationAudit } from './configuration-audit.js';
import { Notices, WebhookConfigurations } from './ports.js';
import type { Notice, Endpoint } from './ports.js';

/** Disables a configuration because of its endpoint, with a notice, unless it was changed since it was read. */
@Injectable()
export class DisableConfiguration {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly notices: Notices,
    private readonly audit: ConfigurationAudit,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async execute({ id, version }: Pick<Endpoint, 'id' | 'version'>, kind: Notice['kind']): Promise<void> {
    const at = this.clock.now();
    const disabled = await this.unitOfWork.run(async () => {
      const found = await this.configurations.lock(id);
      if (found?.version !== version) return false;
      const configuration = WebhookConfiguration.restore(found);
      // Not a user's change, so updated_by stays.
      configuration.disable(kind, { by: found.updated_by, at });
      await this.configurations.save(configuration.snapshot());
      await this.audit.record('disabled', { before: found, after: configuration.snapshot() });
      await this.notices.add({ configuration_id: id, kind, at });
      return true;
    });
    if (disabled) this.log.warn('webhook_configuration_disabled', { configuration_id: id, reason: kind });
  }
}
