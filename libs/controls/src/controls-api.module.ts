import { Module } from '@nestjs/common';
import { ControlledChanges } from './application/controlled-changes.js';
import { DecideApprovals } from './application/decide-approvals.js';
import { ManageLimits } from './application/manage-limits.js';
import { ManagePolicies } from './application/manage-policies.js';
import { ReadApprovals } from './application/read-approvals.js';
import { ReadLimits } from './application/read-limits.js';
import { PastTransfers } from './application/ports.js';
import { ShowApprovals } from './application/show-approvals.js';
import { TryPolicies } from './application/try-policies.js';
import { ApproversModule } from './approvers.module.js';
import { ControlsModule } from './controls.module.js';
import { LimitChanges, PolicyChanges } from './infrastructure/approvals/change-makers.js';
import { ApprovalsController } from './infrastructure/http/approvals.controller.js';
import { LimitsController } from './infrastructure/http/limits.controller.js';
import { OwnLimitsController } from './infrastructure/http/own-limits.controller.js';
import { PoliciesController } from './infrastructure/http/policies.controller.js';
import { ReturnRatesController } from './infrastructure/http/return-rates.controller.js';
import { PostgresPastTransfers } from './infrastructure/persistence/postgres-past-transfers.js';

/** The operations on policies and approvals. */
@Module({
  imports: [ControlsModule, ApproversModule],
  controllers: [PoliciesController, LimitsController, OwnLimitsController, ReturnRatesController, ApprovalsController],
  providers: [
    ControlledChanges,
    ManagePolicies,
    TryPolicies,
    { provide: PastTransfers, useClass: PostgresPastTransfers },
    ManageLimits,
    PolicyChanges,
    LimitChanges,
    ReadLimits,
    ShowApprovals,
    ReadApprovals,
    DecideApprovals,
  ],
})
export class ControlsApiModule {}
