import { Module } from '@nestjs/common';
import type { DynamicModule, ModuleMetadata, Type } from '@nestjs/common';
import { FollowStatuses } from './application/inbound/follow-statuses.js';
import { CompareLedger } from './application/statements/compare-ledger.js';
import { ConfirmDoubtful } from './application/statements/confirm-doubtful.js';
import { DerivePostings } from './application/statements/derive-postings.js';
import { ExplainLine, LineBooking, TakeBackLine } from './application/statements/explain-line.js';
import { LedgerCash } from './application/statements/ports.js';
import { Books, PostedFiles, ReconcileConnection } from './application/statements/reconcile-connection.js';
import { StatementSweep } from './infrastructure/queue/statement.sweep.js';
import { RailsInboundModule } from './rails-inbound.module.js';
import { RailsModule } from './rails.module.js';

interface Comparing {
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  readonly ledgerCash: Type<LedgerCash>;
}

const useCases = [
  ...[DerivePostings, CompareLedger, FollowStatuses, ConfirmDoubtful, Books, PostedFiles, ReconcileConnection],
  ...[LineBooking, ExplainLine, TakeBackLine],
];

/** Compares statements with files and the ledger: for the context that gives the orders. */
@Module({})
export class RailsReconciliationModule {
  static with({ imports, ledgerCash }: Comparing): DynamicModule {
    return {
      module: RailsReconciliationModule,
      imports: [RailsModule, RailsInboundModule, ...imports],
      providers: [...useCases, { provide: LedgerCash, useClass: ledgerCash }],
      exports: [ReconcileConnection, ExplainLine, TakeBackLine],
    };
  }
}

/** Compares them by itself. */
@Module({ providers: [StatementSweep] })
export class RailsReconciliationWorkerModule {
  static with(comparing: Comparing): DynamicModule {
    return {
      module: RailsReconciliationWorkerModule,
      imports: [RailsModule, RailsReconciliationModule.with(comparing)],
    };
  }
}
