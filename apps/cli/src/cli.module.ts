import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from '@payments/auth';
import { LedgerModule } from '@payments/ledger';
import { Backlog, DeadLetters, PlatformModule } from '@payments/platform';
import { ParticipationModule, SandboxModule } from '@payments/transfers';

const contexts = [AuthModule, LedgerModule, ParticipationModule, SandboxModule];

/** The use cases that commands call; it listens on nothing. */
@Module({})
export class CliModule {
  static forRoot(options: Parameters<typeof PlatformModule.forRoot>[0]): DynamicModule {
    return {
      module: CliModule,
      imports: [PlatformModule.forRoot(options), ...contexts],
      providers: [Backlog, DeadLetters],
    };
  }
}
