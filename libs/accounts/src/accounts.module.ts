import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountDirectory, KnownAccounts } from './application/account-directory.js';
import { AccountOutbox } from './application/account-outbox.js';
import { AccountDetailsReader, AccountVersions, ExternalAccounts } from './application/ports.js';
import { AccountCorrections, RecordCorrections } from './application/record-corrections.js';
import { PostgresAccountDetailsReader } from './infrastructure/persistence/account-details-reader.js';
import { accountDetailsSchema } from './infrastructure/persistence/account-details.schema.js';
import { AccountSealing } from './infrastructure/persistence/account-sealing.js';
import { AccountRepository } from './infrastructure/persistence/account.repository.js';
import { accountSchema } from './infrastructure/persistence/account.schema.js';
import { CorrectionGauges } from './infrastructure/persistence/correction-gauges.js';
import { PostgresAccountVersions } from './infrastructure/persistence/postgres-account-versions.js';

/** The providers of the accounts context that every process needs. */
@Module({
  imports: [TypeOrmModule.forFeature([accountSchema, accountDetailsSchema])],
  providers: [
    AccountSealing,
    { provide: ExternalAccounts, useClass: AccountRepository },
    { provide: AccountDetailsReader, useClass: PostgresAccountDetailsReader },
    { provide: AccountVersions, useClass: PostgresAccountVersions },
    { provide: AccountCorrections, useClass: RecordCorrections },
    { provide: AccountDirectory, useClass: KnownAccounts },
    AccountOutbox,
    CorrectionGauges,
  ],
  exports: [
    ExternalAccounts,
    AccountDetailsReader,
    AccountVersions,
    AccountCorrections,
    AccountDirectory,
    AccountOutbox,
  ],
})
export class AccountsModule {}
