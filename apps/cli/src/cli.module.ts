import { type DynamicModule, Module } from '@nestjs/common';
import { accountsContext } from '@payments/accounts';
import { authContext, AuthModule, PortalUsersModule } from '@payments/auth';
import { ApproversModule, controlsContext, ControlsModule } from '@payments/controls';
import { customersContext, CustomersModule } from '@payments/customers';
import { ledgerContext, LedgerModule } from '@payments/ledger';
import { Backlog, DeadLetters } from '@payments/messaging';
import { portalContext } from '@payments/portal';
import { railsContext, RailsInboundModule, RailsModule } from '@payments/rails';
import { InvariantsModule, invariantsOf, PlatformModule } from '@payments/runtime';
import { bulkContext, BulkModule, ChangeBulk, CreateBulk, ReadBulks, ReceivePart } from '@payments/bulk';
import { CreateReport, DownloadReport, ReadReports, reportsContext, ReportsModule } from '@payments/reports';
import { schedulesContext, SchedulesModule } from '@payments/schedules';
import { subledgersContext, SubledgersModule } from '@payments/subledgers';
import {
  InspectTransfer,
  ListTransfers,
  ParticipationModule,
  BankStatementsModule,
  ReconciliationModule,
  SandboxModule,
  transfersContext,
  TransfersModule,
} from '@payments/transfers';
import { verifyContext, VerifyModule } from '@payments/verify';
import { webhooksContext } from '@payments/webhooks';

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

export const invariants = invariantsOf(contexts);

const modules = [
  AuthModule,
  PortalUsersModule,
  CustomersModule,
  LedgerModule,
  ParticipationModule,
  SandboxModule,
  ReconciliationModule,
  TransfersModule,
  RailsModule,
  RailsInboundModule,
  BankStatementsModule,
  SchedulesModule,
  SubledgersModule,
  BulkModule,
  ReportsModule,
  ControlsModule,
  ApproversModule,
  VerifyModule,
  InvariantsModule.forRoot(contexts),
];

const useCases = [
  ...[Backlog, DeadLetters, InspectTransfer, ListTransfers],
  ...[CreateReport, DownloadReport, ReadReports],
  ...[ChangeBulk, CreateBulk, ReadBulks, ReceivePart],
];

/** The use cases that commands call; it opens no port. */
@Module({})
export class CliModule {
  static forRoot(options: Parameters<typeof PlatformModule.forRoot>[0]): DynamicModule {
    return {
      module: CliModule,
      imports: [PlatformModule.forRoot(options, contexts), ...modules],
      providers: useCases,
    };
  }
}
