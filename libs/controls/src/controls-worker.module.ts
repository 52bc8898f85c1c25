import { Module } from '@nestjs/common';
import { ExpireApprovals } from './application/expire-approvals.js';
import { ControlsModule } from './controls.module.js';
import { ApprovalExpiryHandler } from './infrastructure/queue/approval-expiry.handler.js';
import { ReturnRatesSweep } from './infrastructure/queue/return-rates.sweep.js';

/** The work on approvals and return rates. */
@Module({
  imports: [ControlsModule],
  providers: [ExpireApprovals, ApprovalExpiryHandler, ReturnRatesSweep],
})
export class ControlsWorkerModule {}
