import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BankingTimeWaiters } from './application/scheduled-work.js';
import { DiscoveredWaiters } from './infrastructure/discovery/discovered-waiters.js';
import { ResetSandbox } from './infrastructure/sandbox/reset-sandbox.js';
import { SandboxClock } from './infrastructure/sandbox/sandbox-clock.js';
import { SetTransferOutcome } from './infrastructure/sandbox/set-transfer-outcome.js';
import { TransferWaits } from './infrastructure/sandbox/transfer-waits.js';
import { TransfersModule } from './transfers.module.js';

const tools = [SandboxClock, SetTransferOutcome, ResetSandbox];

/** The operations of the sandbox for its clients, for every process that offers them. */
@Module({
  imports: [DiscoveryModule, TransfersModule],
  providers: [...tools, TransferWaits, { provide: BankingTimeWaiters, useClass: DiscoveredWaiters }],
  exports: tools,
})
export class SandboxModule {}
