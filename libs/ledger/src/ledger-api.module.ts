import { Module } from '@nestjs/common';
import { ExportEntries } from './application/export-entries.js';
import { ListDayBalances } from './application/list-day-balances.js';
import { ListEntries } from './application/list-entries.js';
import { LedgerController } from './infrastructure/http/ledger.controller.js';
import { SandboxBalanceController } from './infrastructure/http/sandbox-balance.controller.js';
import { LedgerModule } from './ledger.module.js';

/** The operations on balances and entries. */
@Module({
  imports: [LedgerModule],
  controllers: [LedgerController, SandboxBalanceController],
  providers: [ListEntries, ListDayBalances, ExportEntries],
})
export class LedgerApiModule {}
