import { Module } from '@nestjs/common';
import { AcceptTransfers } from './application/accept-transfers.js';
import { ApplyResults } from './application/apply-results.js';
import { EndHolds } from './application/end-holds.js';
import { ProcessorResults } from './application/ports.js';
import { ReceiveResults } from './application/receive-results.js';
import { SubmitLegs } from './application/submit-legs.js';
import { ProcessorResultsRepository } from './infrastructure/persistence/processor-results.repository.js';
import {
  AcceptanceHandler,
  HoldEndHandler,
  ResultsHandler,
  SubmissionHandler,
} from './infrastructure/queue/transfer-tasks.handlers.js';
import { SandboxNetworkHandler } from './infrastructure/sandbox/sandbox-network.handler.js';
import { TransfersModule } from './transfers.module.js';

const useCases = [AcceptTransfers, SubmitLegs, ReceiveResults, ApplyResults, EndHolds];
const handlers = [AcceptanceHandler, SubmissionHandler, ResultsHandler, HoldEndHandler, SandboxNetworkHandler];

@Module({
  imports: [TransfersModule],
  providers: [...useCases, ...handlers, { provide: ProcessorResults, useClass: ProcessorResultsRepository }],
})
export class TransfersWorkerModule {}
