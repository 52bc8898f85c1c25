import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { OperationsReader } from './operations.js';
import type { ReconciliationState } from './operations.js';

/** So many differences are shown; more are counted only. */
export const MOST_BREAKS = 500;

/** What the last daily comparison with the bank has found, and is not resolved. */
@Injectable()
export class GetReconciliation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: OperationsReader,
  ) {}

  execute(): Promise<ReconciliationState> {
    return this.unitOfWork.read(() => this.reader.reconciliation(MOST_BREAKS));
  }
}
