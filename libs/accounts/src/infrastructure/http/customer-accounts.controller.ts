import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ListCustomerAccounts } from '../../application/list-customer-accounts.js';
import { CustomerAccountsQuery } from './account-query.dto.js';
import { AccountsResponse } from './account.response.js';

const SCOPE = { scope: 'read:external-accounts', response: AccountsResponse } as const;

@ApiTags('External accounts')
@Controller('deliver')
export class CustomerAccountsController {
  constructor(private readonly listAccounts: ListCustomerAccounts) {}

  @Get('persons/:id/external/accounts')
  @Operation('List the external accounts of a person, newest first', {
    id: 'listPersonExternalAccounts',
    description: 'Includes closed accounts.',
    ...SCOPE,
  })
  async ofPerson(
    @Param('id') id: string,
    @Query() query: CustomerAccountsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountsResponse> {
    const page = await this.listAccounts.execute({ type: 'person', id }, query);
    return { external_accounts: linkHeader(reply, page) };
  }

  @Get('businesses/:id/external/accounts')
  @Operation('List the external accounts of a business, newest first', {
    id: 'listBusinessExternalAccounts',
    description: 'Includes closed accounts.',
    ...SCOPE,
  })
  async ofBusiness(
    @Param('id') id: string,
    @Query() query: CustomerAccountsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountsResponse> {
    const page = await this.listAccounts.execute({ type: 'business', id }, query);
    return { external_accounts: linkHeader(reply, page) };
  }
}
