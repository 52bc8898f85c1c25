import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountsApiModule, accountsContext } from '@payments/accounts';
import {
  ApiKeyGuard,
  AuthApiModule,
  authContext,
  BearerGuard,
  RateLimitGuard,
  SameOriginGuard,
  ScopeGuard,
  StepUpGuard,
  UserAuditGuard,
} from '@payments/auth';
import { ControlsApiModule, controlsContext } from '@payments/controls';
import { CustomersApiModule, customersContext } from '@payments/customers';
import { LedgerApiModule, ledgerContext } from '@payments/ledger';
import { QueryParameterGuard, VersionGuard } from '@payments/http';
import { WarmPool } from '@payments/persistence';
import { PortalApiModule, portalContext } from '@payments/portal';
import { railsContext } from '@payments/rails';
import { HealthApiModule, PlatformModule } from '@payments/runtime';
import type { PlatformOptions } from '@payments/runtime';
import { BulkApiModule, bulkContext } from '@payments/bulk';
import { ReportsApiModule, reportsContext } from '@payments/reports';
import { SchedulesApiModule, schedulesContext } from '@payments/schedules';
import { SubledgersApiModule, subledgersContext } from '@payments/subledgers';
import { TransfersApiModule, transfersContext } from '@payments/transfers';
import { VerifyApiModule, verifyContext } from '@payments/verify';
import { WebhooksApiModule, webhooksContext } from '@payments/webhooks';

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
  AuthApiModule,
  CustomersApiModule,
  AccountsApiModule,
  LedgerApiModule,
  TransfersApiModule,
  SchedulesApiModule,
  SubledgersApiModule,
  BulkApiModule,
  ReportsApiModule,
  ControlsApiModule,
  VerifyApiModule,
  WebhooksApiModule,
  PortalApiModule,
];

/** In the order in which they run. */
const guards = [
  SameOriginGuard,
  BearerGuard,
  ApiKeyGuard,
  ScopeGuard,
  StepUpGuard,
  VersionGuard,
  RateLimitGuard,
  UserAuditGuard,
  QueryParameterGuard,
];

/** The HTTP process: the contexts' operations behind the guards. */
@Module({})
export class ApiModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: ApiModule,
      imports: [PlatformModule.forRoot(options, contexts), HealthApiModule, ...modules],
      providers: [WarmPool, ...guards.map((useClass) => ({ provide: APP_GUARD, useClass }))],
    };
  }
}
