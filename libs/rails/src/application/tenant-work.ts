import { Injectable } from '@nestjs/common';
import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';

const ACTOR = 'rails';

/** Work on the entries of one enterprise, from work on the files of all of them. */
@Injectable()
export class TenantWork {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** All enterprises that this deployment serves. */
  enterpriseIds(): Promise<readonly string[]> {
    return this.enterprises.ids();
  }

  /** In a unit of work of the enterprise. @throws Error when this deployment does not serve it. */
  async run<T>(enterpriseId: string, work: () => Promise<T>, actor = ACTOR): Promise<T> {
    const tenant = await this.enterprises.get(enterpriseId);
    return workContext.run({ requestId: newId(), tenant, actor }, () => this.unitOfWork.run(work));
  }

  /** Reads something of the enterprise; undefined when this deployment does not serve it. */
  async read<T>(enterpriseId: string, work: () => Promise<T>): Promise<T | undefined> {
    const tenant = await this.enterprises.find(enterpriseId);
    if (tenant === undefined) return undefined;
    return workContext.run({ requestId: newId(), tenant, actor: ACTOR }, () => this.unitOfWork.read(work));
  }
}
