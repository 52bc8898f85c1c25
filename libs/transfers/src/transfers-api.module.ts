import { Module } from '@nestjs/common';
import { ListParticipants } from './application/list-participants.js';
import { CheckEligibility } from './application/check-eligibility.js';
import { CancelTransfer } from './application/cancel-transfer.js';
import { ChangeTransfer } from './application/change-transfer.js';
import { CreateTransfer } from './application/create-transfer.js';
import { ExplainTransfer } from './application/explain-transfer.js';
import { GetTransfer } from './application/get-transfer.js';
import { ReadReasonCodes } from './application/read-reason-codes.js';
import { EligibilityController } from './infrastructure/http/eligibility.controller.js';
import { ReasonCodesController } from './infrastructure/http/reason-codes.controller.js';
import { TransfersController } from './infrastructure/http/transfers.controller.js';
import { ParticipationModule } from './participation.module.js';
import { SandboxController } from './infrastructure/sandbox/sandbox.controller.js';
import { SandboxModule } from './sandbox.module.js';
import { TransfersModule } from './transfers.module.js';

const useCases = [
  CreateTransfer,
  GetTransfer,
  ChangeTransfer,
  CancelTransfer,
  ExplainTransfer,
  ReadReasonCodes,
  CheckEligibility,
  ListParticipants,
];

@Module({
  imports: [TransfersModule, SandboxModule, ParticipationModule],
  controllers: [TransfersController, ReasonCodesController, EligibilityController, SandboxController],
  providers: useCases,
})
export class TransfersApiModule {}
