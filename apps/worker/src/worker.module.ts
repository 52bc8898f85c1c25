import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { AccountsWorkerModule } from '@payments/accounts';
import { CustomersWorkerModule } from '@payments/customers';
import { PlatformModule, WorkerPlatformModule } from '@payments/platform';
import type { PlatformOptions } from '@payments/platform';
import { TransfersWorkerModule } from '@payments/transfers';
import { WebhooksWorkerModule } from '@payments/webhooks';

const contexts = [CustomersWorkerModule, AccountsWorkerModule, TransfersWorkerModule, WebhooksWorkerModule];

/** The queue process: the contexts' task handlers and sweeps. */
@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.forRoot(options), WorkerPlatformModule, ...contexts],
    };
  }
}
