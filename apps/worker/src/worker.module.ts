import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { accountsContext, AccountsWorkerModule } from '@payments/accounts';
import { authContext } from '@payments/auth';
import { controlsContext, ControlsWorkerModule } from '@payments/controls';
import { customersContext, CustomersWorkerModule } from '@payments/customers';
import { ledgerContext, LedgerWorkerModule } from '@payments/ledger';
import { portalContext } from '@payments/portal';
import { railsContext, RailsInboundWorkerModule } from '@payments/rails';
import {
  InvariantsModule,
  invariantsOf,
  PlatformModule,
  RetentionModule,
  retentionOf,
  WorkerPlatformModule,
} from '@payments/runtime';
import type { PlatformOptions } from '@payments/runtime';
import { bulkContext, BulkWorkerModule } from '@payments/bulk';
import { reportsContext, ReportsWorkerModule } from '@payments/reports';
import { schedulesContext, SchedulesWorkerModule } from '@payments/schedules';
import { subledgersContext, SubledgersModule } from '@payments/subledgers';
import { transfersContext, TransfersWorkerModule } from '@payments/transfers';
import { verifyContext, VerifyWorkerModule } from '@payments/verify';
import { webhooksContext, WebhooksWorkerModule } from '@payments/webhooks';

/** What the contexts register: metrics, sealed columns, invariants, retention rules. Every process has the same list. */
export const contexts = [
  authContext,
  customersContext,
  accountsContext,
  ledgerContext,
  portalContext,
  railsContext,
  schedulesContext,
  subledgersContext,
  bulkContext,
  reportsContext,
  controlsContext,
  transfersContext,
  verifyContext,
  webhooksContext,
];

const modules = [
  CustomersWorkerModule,
  AccountsWorkerModule,
  LedgerWorkerModule,
  TransfersWorkerModule,
  RailsInboundWorkerModule,
  SchedulesWorkerModule,
  SubledgersModule,
  BulkWorkerModule,
  ReportsWorkerModule,
  ControlsWorkerModule,
  VerifyWorkerModule,
  WebhooksWorkerModule,
];

export const invariants = invariantsOf(contexts);
export const retention = retentionOf(contexts);

/** The queue process: the contexts' task handlers and sweeps. */
@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(options, contexts),
        WorkerPlatformModule,
        InvariantsModule.forRoot(contexts),
        RetentionModule.forRoot(contexts),
        ...modules,
      ],
    };
  }
}
