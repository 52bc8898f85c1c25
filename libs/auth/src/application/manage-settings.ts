import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, Enterprises } from '@payments/persistence';
import type { EnterpriseSettings } from '@payments/observability';

/** What the enterprise has set for itself. A change reaches every process within five seconds. */
@Injectable()
export class ManageSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly audit: Audit,
  ) {}

  read(): Promise<EnterpriseSettings> {
    return this.unitOfWork.run(() => this.enterprises.readSettings());
  }

  /** Changes what is given and keeps the rest. */
  change(change: Partial<EnterpriseSettings>): Promise<EnterpriseSettings> {
    return this.unitOfWork.run(async () => {
      const before = await this.enterprises.readSettings({ forChange: true });
      const after = { ...before, ...change };
      await this.enterprises.saveSettings(after);
      const subject_id = workContext.enterpriseId();
      await this.audit.record({ action: 'settings.changed', subject_type: 'enterprise', subject_id, before, after });
      return after;
    });
  }
}
