import { Module } from '@nestjs/common';
import { RailsApiModule } from '@payments/rails';
import { ListParticipants } from './application/list-participants.js';
import { CheckEligibility } from './application/check-eligibility.js';
import { CancelTransfer } from './application/cancel-transfer.js';
import { ChangeTransfer } from './application/change-transfer.js';
import { CreateTransferGroup } from './application/create-transfer-group.js';
import { CreateTransfer } from './application/create-transfer.js';
import { ExplainTransfer } from './application/explain-transfer.js';
import { GetReasonCode } from './application/get-reason-code.js';
import { GetTransfer } from './application/get-transfer.js';
import { GetTransferHistory } from './application/get-transfer-history.js';
import { ListReasonCodes } from './application/list-reason-codes.js';
import { ForeseeTransfer } from './application/foresee-transfer.js';
import { ListTransfers } from './application/list-transfers.js';
import { TransferGroups } from './application/ports.js';
import { PreviewTransfer } from './application/preview-transfer.js';
import { ReadTransferGroups } from './application/read-transfer-groups.js';
import { BankingOrderTimes } from './infrastructure/bank-rails/banking-order-times.js';
import { WaitingLegsReader } from './infrastructure/bank-rails/waiting-legs-reader.js';
import { EligibilityController } from './infrastructure/http/eligibility.controller.js';
import { ReasonCodesController } from './infrastructure/http/reason-codes.controller.js';
import { TransferHistoryController } from './infrastructure/http/transfer-history.controller.js';
import { TransferGroupsController } from './infrastructure/http/transfer-groups.controller.js';
import { TransfersController } from './infrastructure/http/transfers.controller.js';
import { TransferGroupsRepository } from './infrastructure/persistence/transfer-groups.repository.js';
import { ParticipationModule } from './participation.module.js';
import { SandboxController } from './infrastructure/sandbox/sandbox.controller.js';
import { SandboxModule } from './sandbox.module.js';
import { TransfersModule } from './transfers.module.js';

const useCases = [
  CreateTransfer,
  PreviewTransfer,
  ForeseeTransfer,
  GetTransfer,
  ListTransfers,
  GetTransferHistory,
  ChangeTransfer,
  CancelTransfer,
  CreateTransferGroup,
  ReadTransferGroups,
  ExplainTransfer,
  ListReasonCodes,
  GetReasonCode,
  CheckEligibility,
  ListParticipants,
];

@Module({
  imports: [
    TransfersModule,
    SandboxModule,
    ParticipationModule,
    RailsApiModule.with({ imports: [TransfersModule], orderTimes: BankingOrderTimes, waitingLegs: WaitingLegsReader }),
  ],
  controllers: [
    TransfersController,
    TransferHistoryController,
    TransferGroupsController,
    ReasonCodesController,
    EligibilityController,
    SandboxController,
  ],
  providers: [...useCases, { provide: TransferGroups, useClass: TransferGroupsRepository }],
})
export class TransfersApiModule {}
