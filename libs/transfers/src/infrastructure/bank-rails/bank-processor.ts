import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Entries, TakeOrders } from '@payments/rails';
import { Processor } from '../../application/ports.js';
import type { InstructionBatch, ReportedResult } from '../../application/ports.js';

/** Submits instructions as entries of files to banks. Results come later, through the outbox of rails. */
@Injectable()
export class BankProcessor extends Processor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly takeOrders: TakeOrders,
    private readonly entries: Entries,
  ) {
    super();
  }

  async submit({ id, instructions }: InstructionBatch): Promise<readonly ReportedResult[]> {
    await this.unitOfWork.run(() => this.takeOrders.execute(id, instructions));
    return [];
  }

  async known(endToEndIds: readonly string[], inquiryId: string): Promise<ReadonlySet<string>> {
    if (endToEndIds.length === 0) return new Set();
    return this.unitOfWork.run(() => this.entries.known(endToEndIds, inquiryId));
  }
}
