import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { Refusals } from './refusals.js';
import type { Refusal, RefusalFilter } from './refusals.js';

/** The refused requests of the last 7 days, newest first. */
@Injectable()
export class ListRefusals {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly refusals: Refusals,
  ) {}

  execute(filter: RefusalFilter): Promise<Page<Refusal>> {
    return this.unitOfWork.read(() => this.refusals.list(filter));
  }
}
