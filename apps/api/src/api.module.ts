import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountsApiModule } from '@payments/accounts';
import { ApiKeyGuard, AuthApiModule, BearerGuard, RateLimitGuard, ScopeGuard, UserAuditGuard } from '@payments/auth';
import { CustomersApiModule } from '@payments/customers';
import { LedgerApiModule } from '@payments/ledger';
import { VersionGuard } from '@payments/http';
import { HealthApiModule, PlatformModule } from '@payments/runtime';
import type { PlatformOptions } from '@payments/runtime';
import { TransfersApiModule } from '@payments/transfers';
import { WebhooksApiModule } from '@payments/webhooks';

const contexts = [
  AuthApiModule,
  CustomersApiModule,
  AccountsApiModule,
  LedgerApiModule,
  TransfersApiModule,
  WebhooksApiModule,
];

/** The HTTP process: the contexts' operations, behind the guards in the order in which a caller is judged. */
@Module({})
export class ApiModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: ApiModule,
      imports: [PlatformModule.forRoot(options), HealthApiModule, ...contexts],
      providers: [BearerGuard, ApiKeyGuard, ScopeGuard, VersionGuard, RateLimitGuard, UserAuditGuard].map(
        (useClass) => ({
          provide: APP_GUARD,
          useClass,
        }),
      ),
    };
  }
}
