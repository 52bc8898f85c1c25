import { Module } from '@nestjs/common';
import { CheckEligibility } from './application/check-eligibility.js';
import { CreateTransfer } from './application/create-transfer.js';
import { GetTransfer } from './application/get-transfer.js';
import { ReadReasonCodes } from './application/read-reason-codes.js';
import { EligibilityController } from './infrastructure/http/eligibility.controller.js';
import { ReasonCodesController } from './infrastructure/http/reason-codes.controller.js';
import { TransfersController } from './infrastructure/http/transfers.controller.js';
import { ParticipationModule } from './participation.module.js';
import { TransfersModule } from './transfers.module.js';

@Module({
  imports: [TransfersModule, ParticipationModule],
  controllers: [TransfersController, ReasonCodesController, EligibilityController],
  providers: [CreateTransfer, GetTransfer, ReadReasonCodes, CheckEligibility],
})
export class TransfersApiModule {}
