import { Module } from '@nestjs/common';
import { Transfers } from './application/ports.js';
import { TransferWriter } from './infrastructure/persistence/transfer-writer.js';
import { TransfersRepository } from './infrastructure/persistence/transfers.repository.js';

/** Storage of transfers, for every process. */
@Module({
  providers: [TransferWriter, { provide: Transfers, useClass: TransfersRepository }],
  exports: [Transfers],
})
export class TransfersModule {}
