import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { EnterpriseSettings } from '@payments/observability';
import { DualControl, Enterprises } from '@payments/persistence';
import type { Changed } from '@payments/persistence';
import { portalErrors } from '../domain/auth.errors.js';
import { loosened } from './loosening.table.js';
import { Users } from './ports.js';
import { replacedSettings, toSettingsView } from './settings.view.js';
import type { SettingsView } from './settings.view.js';
import { UpdateSettings } from './update-settings.js';

const ADMINISTRATORS = 2;

/** Changes settings for a portal user. What loosens a control is approved by another administrator first. */
@Injectable()
export class ChangeSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
    private readonly updateSettings: UpdateSettings,
    private readonly dualControl: DualControl,
    private readonly users: Users,
  ) {}

  /** @throws not_enough_administrators */
  execute(content: Partial<EnterpriseSettings>): Promise<Changed<SettingsView>> {
    return this.unitOfWork.run(async () => {
      if (content.dual_control === true) await this.assertTwo();
      const before = await this.enterprises.readSettings({ forChange: true });
      const change = {
        change: 'settings',
        action: 'update',
        before: replacedSettings(before, content),
        content,
      } as const;
      const isLooser = loosened(before, content).length > 0;
      const approval = isLooser ? await this.dualControl.demand(change) : undefined;
      if (approval !== undefined) return { value: toSettingsView(before), approval };
      return { value: await this.updateSettings.execute(content) };
    });
  }

  private async assertTwo(): Promise<void> {
    const administrators = await this.users.lockEnabled(['admin']);
    if (administrators.length < ADMINISTRATORS) throw portalErrors.not_enough_administrators();
  }
}
