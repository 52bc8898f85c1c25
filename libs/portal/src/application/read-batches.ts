import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { batchErrors } from '../domain/batch.errors.js';
import { OperationsReader } from './operations.js';
import type { Batch, BatchLeg, BatchRequest } from './operations.js';

/** Batches of legs, and the legs of one. */
@Injectable()
export class ReadBatches {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: OperationsReader,
  ) {}

  /** Newest first. */
  list(request: BatchRequest): Promise<Page<Batch>> {
    return this.unitOfWork.read(() => this.reader.batches(request));
  }

  /** @throws unknown_id */
  async get(id: string): Promise<{ readonly batch: Batch; readonly legs: readonly BatchLeg[] }> {
    const [batch, legs] = isUuid(id)
      ? await this.unitOfWork.read(() => Promise.all([this.reader.batch(id), this.reader.batchLegs(id)]))
      : [undefined, []];
    if (batch === undefined) throw batchErrors.unknown_id();
    return { batch, legs };
  }
}
