import { Module } from '@nestjs/common';
import { DecideApprovals } from './application/decide-approvals.js';
import { ManageLimits } from './application/manage-limits.js';
import { ManagePolicies } from './application/manage-policies.js';
import { ApproverDirectory } from './application/ports.js';
import { ReadApprovals } from './application/read-approvals.js';
import { ReadLimits } from './application/read-limits.js';
import { ControlsModule } from './controls.module.js';
import { ApprovalsController } from './infrastructure/http/approvals.controller.js';
import { LimitsController } from './infrastructure/http/limits.controller.js';
import { OwnLimitsController } from './infrastructure/http/own-limits.controller.js';
import { PoliciesController } from './infrastructure/http/policies.controller.js';
import { ReturnRatesController } from './infrastructure/http/return-rates.controller.js';
import { PortalApprovers } from './infrastructure/persistence/portal-approvers.js';

/** The operations on policies and approvals. */
@Module({
  imports: [ControlsModule],
  controllers: [PoliciesController, LimitsController, OwnLimitsController, ReturnRatesController, ApprovalsController],
  providers: [
    { provide: ApproverDirectory, useClass: PortalApprovers },
    ManagePolicies,
    ManageLimits,
    ReadLimits,
    ReadApprovals,
    DecideApprovals,
  ],
})
export class ControlsApiModule {}
