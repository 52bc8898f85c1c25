import { Module } from '@nestjs/common';
import { ResetSandbox } from './infrastructure/sandbox/reset-sandbox.js';
import { SandboxClock } from './infrastructure/sandbox/sandbox-clock.js';
import { SetTransferOutcome } from './infrastructure/sandbox/set-transfer-outcome.js';
import { TransfersModule } from './transfers.module.js';

const tools = [SandboxClock, SetTransferOutcome, ResetSandbox];

/** What clients of the sandbox may do to it, for every process that lets them. */
@Module({ imports: [TransfersModule], providers: tools, exports: tools })
export class SandboxModule {}
