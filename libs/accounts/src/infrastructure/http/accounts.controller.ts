import { Body, Controller, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, ListQuery, Operation } from '@payments/platform';
import type { FastifyReply } from 'fastify';
import { GetAccount, ListAccounts } from '../../application/read-accounts.js';
import { RegisterAccount } from '../../application/register-account.js';
import { ReplaceAccount } from '../../application/replace-account.js';
import { AccountDto } from './account.dto.js';
import { AccountResponse, AccountsResponse } from './account.response.js';

@ApiTags('External accounts')
@Controller('deliver/external/accounts')
export class AccountsController {
  constructor(
    private readonly registerAccount: RegisterAccount,
    private readonly replaceAccount: ReplaceAccount,
    private readonly getAccount: GetAccount,
    private readonly listAccounts: ListAccounts,
  ) {}

  @Post()
  @Operation('Create an external account', { scope: 'write:external-accounts', answers: AccountResponse })
  async create(@Body() body: AccountDto): Promise<AccountResponse> {
    return { external_account: await this.registerAccount.execute(body) };
  }

  @Get()
  @Operation('List external accounts, newest first', { scope: 'read:external-accounts', answers: AccountsResponse })
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<AccountsResponse> {
    return { external_accounts: linkHeader(reply, await this.listAccounts.execute(query)) };
  }

  @Get(':id')
  @Operation('Read an external account', { scope: 'read:external-accounts', answers: AccountResponse })
  async read(@Param('id') id: string): Promise<AccountResponse> {
    return { external_account: await this.getAccount.execute(id) };
  }

  @Put(':id')
  @Operation('Replace an external account', { scope: 'write:external-accounts', answers: AccountResponse })
  async replace(@Param('id') id: string, @Body() body: AccountDto): Promise<AccountResponse> {
    return { external_account: await this.replaceAccount.execute(id, body) };
  }
}
