import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { AccountsWorkerModule } from '@payments/accounts';
import { authRetention } from '@payments/auth';
import { CustomersWorkerModule } from '@payments/customers';
import { platformInvariants, platformRetention } from '@payments/messaging';
import { InvariantsModule, PlatformModule, RetentionModule, WorkerPlatformModule } from '@payments/runtime';
import type { PlatformOptions } from '@payments/runtime';
import { ledgerInvariants } from '@payments/ledger';
import { transferInvariants, transferRetention, TransfersWorkerModule } from '@payments/transfers';
import { webhookInvariants, webhookRetention, WebhooksWorkerModule } from '@payments/webhooks';

const contexts = [CustomersWorkerModule, AccountsWorkerModule, TransfersWorkerModule, WebhooksWorkerModule];

/** What is checked every minute, and all of it every night. */
export const invariants = [...platformInvariants, ...ledgerInvariants, ...transferInvariants, ...webhookInvariants];

/** What is removed once it was kept for long enough. */
export const retention = [...platformRetention, ...authRetention, ...transferRetention, ...webhookRetention];

/** The queue process: the contexts' task handlers and sweeps. */
@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(options),
        WorkerPlatformModule,
        InvariantsModule.forRoot(invariants),
        RetentionModule.forRoot(retention),
        ...contexts,
      ],
    };
  }
}
