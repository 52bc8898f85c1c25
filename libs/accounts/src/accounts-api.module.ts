import { Module } from '@nestjs/common';
import { CustomersModule } from '@payments/customers';
import { AccountsModule } from './accounts.module.js';
import { AccountOwners } from './application/account-owners.js';
import { ChangeAccount } from './application/change-account.js';
import { GetAccount } from './application/get-account.js';
import { ListAccounts } from './application/list-accounts.js';
import { ListCustomerAccounts } from './application/list-customer-accounts.js';
import { RegisterAccount } from './application/register-account.js';
import { AccountsController } from './infrastructure/http/accounts.controller.js';
import { CustomerAccountsController } from './infrastructure/http/customer-accounts.controller.js';

/** The operations on external accounts. */
@Module({
  imports: [AccountsModule, CustomersModule],
  controllers: [AccountsController, CustomerAccountsController],
  providers: [AccountOwners, RegisterAccount, ChangeAccount, GetAccount, ListAccounts, ListCustomerAccounts],
})
export class AccountsApiModule {}
