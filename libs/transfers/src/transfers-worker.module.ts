import { Module } from '@nestjs/common';
import { AccountsModule } from '@payments/accounts';
import { AcceptTransfers } from './application/accept-transfers.js';
import { ApplyResults } from './application/apply-results.js';
import { Processor, ProcessorResults } from './application/ports.js';
import { ReceiveResults } from './application/receive-results.js';
import { SubmissionSchedule } from './application/submission-schedule.js';
import { SubmitLegs } from './application/submit-legs.js';
import { ProcessorResultsRepository } from './infrastructure/persistence/processor-results.repository.js';
import {
  AcceptanceHandler,
  ResultsHandler,
  SubmissionHandler,
} from './infrastructure/queue/transfer-tasks.handlers.js';
import { SandboxNetworkHandler } from './infrastructure/sandbox/sandbox-network.handler.js';
import { SandboxProcessor } from './infrastructure/sandbox/sandbox-processor.js';
import { TransfersModule } from './transfers.module.js';

const useCases = [AcceptTransfers, SubmitLegs, ReceiveResults, ApplyResults, SubmissionSchedule];
const handlers = [AcceptanceHandler, SubmissionHandler, ResultsHandler, SandboxNetworkHandler];

@Module({
  imports: [TransfersModule, AccountsModule],
  providers: [
    ...useCases,
    ...handlers,
    { provide: ProcessorResults, useClass: ProcessorResultsRepository },
    { provide: Processor, useClass: SandboxProcessor },
  ],
})
export class TransfersWorkerModule {}
