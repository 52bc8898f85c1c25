import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Enterprises } from '@payments/persistence';
import { toSettingsView } from './settings.view.js';
import type { SettingsView } from './settings.view.js';

/** The settings of the enterprise. */
@Injectable()
export class GetSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
  ) {}

  execute(): Promise<SettingsView> {
    return this.unitOfWork.run(async () => toSettingsView(await this.enterprises.readSettings()));
  }
}
