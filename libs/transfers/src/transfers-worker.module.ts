import { Module } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Profiles, RailsModule, RailsOutboundModule, RailsReconciliationWorkerModule } from '@payments/rails';
import { AcceptTransfers } from './application/accept-transfers.js';
import { ClearTransfers } from './application/clear-transfers.js';
import { ConfirmLegs } from './application/confirm-legs.js';
import { PrepareBatch } from './application/prepare-batch.js';
import { ApplyResults } from './application/apply-results.js';
import { EndHolds } from './application/end-holds.js';
import { Processor, ProcessorResults } from './application/ports.js';
import { ReceiveResults } from './application/receive-results.js';
import { EnterpriseBulkhead } from './application/enterprise-bulkhead.js';
import { Submissions } from './application/submissions.js';
import { SubmitLegs } from './application/submit-legs.js';
import { BankProcessor } from './infrastructure/bank-rails/bank-processor.js';
import { BankResultsSweep } from './infrastructure/bank-rails/bank-results.sweep.js';
import { comparison } from './bank-statements.module.js';
import { BankingOrderTimes } from './infrastructure/bank-rails/banking-order-times.js';
import { LegHandOvers } from './infrastructure/bank-rails/leg-hand-overs.js';
import { LoadedBanks } from './infrastructure/bank-rails/loaded-banks.js';
import { RoutedProcessor } from './infrastructure/bank-rails/routed-processor.js';
import { ConnectorCheck } from './infrastructure/http-processor/connector-check.js';
import { HttpProcessor } from './infrastructure/http-processor/http-processor.js';
import { ProcessorClient } from './infrastructure/http-processor/processor-client.js';
import { ResultCursors } from './infrastructure/http-processor/result-cursors.js';
import { ResultPages } from './infrastructure/http-processor/result-pages.js';
import { ResultsPoller } from './infrastructure/http-processor/results-poller.js';
import { ProcessorResultsRepository } from './infrastructure/persistence/processor-results.repository.js';
import { ReconciliationSweep } from './infrastructure/queue/reconciliation.sweep.js';
import {
  AcceptanceHandler,
  HoldEndHandler,
  ResultsHandler,
  SubmissionHandler,
} from './infrastructure/queue/transfer-tasks.handlers.js';
import { SandboxNetworkHandler } from './infrastructure/sandbox/sandbox-network.handler.js';
import { SandboxProcessor } from './infrastructure/sandbox/sandbox-processor.js';
import { TracedProcessor } from './infrastructure/tracing/traced-processor.js';
import { ReconciliationModule } from './reconciliation.module.js';
import { TransfersModule } from './transfers.module.js';

const useCases = [
  EnterpriseBulkhead,
  ClearTransfers,
  AcceptTransfers,
  PrepareBatch,
  Submissions,
  SubmitLegs,
  ConfirmLegs,
  ReceiveResults,
  ApplyResults,
  EndHolds,
];
const handlers = [
  AcceptanceHandler,
  SubmissionHandler,
  ResultsHandler,
  HoldEndHandler,
  SandboxNetworkHandler,
  ReconciliationSweep,
  BankResultsSweep,
];

const processor = [
  ResultCursors,
  ResultPages,
  ResultsPoller,
  ConnectorCheck,
  BankProcessor,
  {
    provide: HttpProcessor,
    inject: [ProcessorClient, ResultsPoller],
    useFactory: (client: ProcessorClient | null, poller: ResultsPoller): HttpProcessor | null =>
      client && new HttpProcessor(client, poller),
  },
  {
    provide: Processor,
    inject: [CONFIG, Profiles, SandboxProcessor, BankProcessor, HttpProcessor],
    useFactory: (
      { processor: { kind, connector } }: Config,
      profiles: Profiles,
      ...[sandbox, bank, http]: [SandboxProcessor, BankProcessor, HttpProcessor]
    ): Processor => {
      const routed = kind === 'bank' && connector !== undefined;
      return new TracedProcessor(
        routed ? new RoutedProcessor(profiles, { files: bank, connector: http }) : { sandbox, bank, http }[kind],
      );
    },
  },
];

@Module({
  imports: [
    TransfersModule,
    ReconciliationModule,
    RailsModule,
    RailsOutboundModule.with({
      imports: [TransfersModule],
      ...{ orderTimes: BankingOrderTimes, handOvers: LegHandOvers, receivingBanks: LoadedBanks },
    }),
    RailsReconciliationWorkerModule.with(comparison),
  ],
  providers: [
    ...useCases,
    ...handlers,
    ...processor,
    { provide: ProcessorResults, useClass: ProcessorResultsRepository },
  ],
  exports: [TransfersModule, ReconciliationModule, Submissions, ReceiveResults],
})
export class TransfersWorkerModule {}
