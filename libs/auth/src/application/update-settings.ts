import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { EnterpriseSettings } from '@payments/observability';
import { Audit, Enterprises } from '@payments/persistence';
import { toSettingsView } from './settings.view.js';
import type { SettingsView } from './settings.view.js';

/** Updates the given settings and keeps the others. Every process applies a change within five seconds. */
@Injectable()
export class UpdateSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly audit: Audit,
  ) {}

  execute(change: Partial<EnterpriseSettings>): Promise<SettingsView> {
    return this.unitOfWork.run(async () => {
      const before = await this.enterprises.readSettings({ forChange: true });
      const after = { ...before, ...change };
      await this.enterprises.saveSettings(after);
      const subject_id = workContext.enterpriseId();
      await this.audit.record({ action: 'settings.changed', subject_type: 'enterprise', subject_id, before, after });
      return toSettingsView(after);
    });
  }
}
