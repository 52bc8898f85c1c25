import { Module } from '@nestjs/common';
import { ExpireApprovals } from './application/expire-approvals.js';
import { ControlsModule } from './controls.module.js';
import { ApprovalExpiryHandler } from './infrastructure/queue/approval-expiry.handler.js';

/** The work on approvals. */
@Module({
  imports: [ControlsModule],
  providers: [ExpireApprovals, ApprovalExpiryHandler],
})
export class ControlsWorkerModule {}
