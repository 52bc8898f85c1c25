import { Module } from '@nestjs/common';
import { DecideApprovals } from './application/decide-approvals.js';
import { ManagePolicies } from './application/manage-policies.js';
import { ApproverDirectory } from './application/ports.js';
import { ReadApprovals } from './application/read-approvals.js';
import { ControlsModule } from './controls.module.js';
import { ApprovalsController } from './infrastructure/http/approvals.controller.js';
import { PoliciesController } from './infrastructure/http/policies.controller.js';
import { PortalApprovers } from './infrastructure/persistence/portal-approvers.js';

/** The operations on policies and approvals. */
@Module({
  imports: [ControlsModule],
  controllers: [PoliciesController, ApprovalsController],
  providers: [
    { provide: ApproverDirectory, useClass: PortalApprovers },
    ManagePolicies,
    ReadApprovals,
    DecideApprovals,
  ],
})
export class ControlsApiModule {}
