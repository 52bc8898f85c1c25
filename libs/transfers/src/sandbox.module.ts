import { Module } from '@nestjs/common';
import { ResetSandbox } from './infrastructure/sandbox/reset-sandbox.js';
import { SandboxClock } from './infrastructure/sandbox/sandbox-clock.js';
import { SetTransferOutcome } from './infrastructure/sandbox/set-transfer-outcome.js';
import { TransfersModule } from './transfers.module.js';

const tools = [SandboxClock, SetTransferOutcome, ResetSandbox];

/** The operations of the sandbox for its clients, for every process that offers them. */
@Module({ imports: [TransfersModule], providers: tools, exports: tools })
export class SandboxModule {}
