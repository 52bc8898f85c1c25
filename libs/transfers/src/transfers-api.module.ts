import { Module } from '@nestjs/common';
import { CreateTransfer } from './application/create-transfer.js';
import { GetTransfer } from './application/get-transfer.js';
import { ReadReasonCodes } from './application/read-reason-codes.js';
import { ReasonCodesController } from './infrastructure/http/reason-codes.controller.js';
import { TransfersController } from './infrastructure/http/transfers.controller.js';
import { TransfersModule } from './transfers.module.js';

@Module({
  imports: [TransfersModule],
  controllers: [TransfersController, ReasonCodesController],
  providers: [CreateTransfer, GetTransfer, ReadReasonCodes],
})
export class TransfersApiModule {}
