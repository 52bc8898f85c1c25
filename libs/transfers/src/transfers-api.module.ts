import { Module } from '@nestjs/common';
import { CreateTransfer } from './application/create-transfer.js';
import { GetTransfer } from './application/get-transfer.js';
import { TransfersController } from './infrastructure/http/transfers.controller.js';
import { TransfersModule } from './transfers.module.js';

@Module({
  imports: [TransfersModule],
  controllers: [TransfersController],
  providers: [CreateTransfer, GetTransfer],
})
export class TransfersApiModule {}
