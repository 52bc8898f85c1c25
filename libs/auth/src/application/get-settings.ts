import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { EnterpriseSettings } from '@payments/observability';
import { Enterprises } from '@payments/persistence';

/** The settings of the enterprise. */
@Injectable()
export class GetSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly enterprises: Enterprises,
  ) {}

  execute(): Promise<EnterpriseSettings> {
    return this.unitOfWork.run(() => this.enterprises.readSettings());
  }
}
