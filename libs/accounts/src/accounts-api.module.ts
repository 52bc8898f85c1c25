import { Module } from '@nestjs/common';
import { CustomersModule } from '@payments/customers';
import { AccountsModule } from './accounts.module.js';
import { AccountOwners } from './application/account-owners.js';
import { GetAccount, ListAccounts } from './application/read-accounts.js';
import { RegisterAccount } from './application/register-account.js';
import { ReplaceAccount } from './application/replace-account.js';
import { AccountsController } from './infrastructure/http/accounts.controller.js';

/** The operations on external accounts. */
@Module({
  imports: [AccountsModule, CustomersModule],
  controllers: [AccountsController],
  providers: [AccountOwners, RegisterAccount, ReplaceAccount, GetAccount, ListAccounts],
})
export class AccountsApiModule {}
