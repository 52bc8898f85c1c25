import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from '@payments/auth';
import { CustomersModule } from '@payments/customers';
import { ledgerInvariants, LedgerModule } from '@payments/ledger';
import { Backlog, DeadLetters, platformInvariants } from '@payments/messaging';
import { InvariantsModule, PlatformModule } from '@payments/runtime';
import {
  GetTransfer,
  InspectTransfer,
  ParticipationModule,
  ReconciliationModule,
  SandboxModule,
  transferInvariants,
  TransfersModule,
} from '@payments/transfers';
import { webhookInvariants } from '@payments/webhooks';

/** All that is checked; the worker has the same list. */
export const invariants = [...platformInvariants, ...ledgerInvariants, ...transferInvariants, ...webhookInvariants];

const contexts = [
  AuthModule,
  CustomersModule,
  LedgerModule,
  ParticipationModule,
  SandboxModule,
  ReconciliationModule,
  TransfersModule,
  InvariantsModule.forRoot(invariants),
];

/** The use cases that commands call; it listens on nothing. */
@Module({})
export class CliModule {
  static forRoot(options: Parameters<typeof PlatformModule.forRoot>[0]): DynamicModule {
    return {
      module: CliModule,
      imports: [PlatformModule.forRoot(options), ...contexts],
      providers: [Backlog, DeadLetters, GetTransfer, InspectTransfer],
    };
  }
}
