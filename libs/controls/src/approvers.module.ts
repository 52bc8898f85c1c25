import { Module } from '@nestjs/common';
import { FindUnsatisfiable } from './application/find-unsatisfiable.js';
import { ApproverDirectory } from './application/ports.js';
import { ControlsModule } from './controls.module.js';
import { PortalApprovers } from './infrastructure/persistence/portal-approvers.js';

/** Who may approve, for processes that know the portal users. */
@Module({
  imports: [ControlsModule],
  providers: [{ provide: ApproverDirectory, useClass: PortalApprovers }, FindUnsatisfiable],
  exports: [ApproverDirectory, FindUnsatisfiable],
})
export class ApproversModule {}
