import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ChangeAccount } from '../../application/change-account.js';
import { GetAccount } from '../../application/get-account.js';
import { ListAccounts } from '../../application/list-accounts.js';
import { RegisterAccount } from '../../application/register-account.js';
import { AccountQuery } from './account-query.dto.js';
import { AccountDto, AccountPatchDto } from './account.dto.js';
import { AccountResponse, AccountsResponse } from './account.response.js';

@ApiTags('External accounts')
@Controller('deliver/external/accounts')
export class AccountsController {
  constructor(
    private readonly registerAccount: RegisterAccount,
    private readonly changeAccount: ChangeAccount,
    private readonly getAccount: GetAccount,
    private readonly listAccounts: ListAccounts,
  ) {}

  @Post()
  @Operation('Create an external account', {
    id: 'createExternalAccount',
    description:
      'Returns immediately with the status `created`. Verification follows, and an `external_account_verified`, `external_account_rejected` or `external_account_restricted` event reports its result. Accounts of the enterprise are verified immediately.',
    scope: 'write:external-accounts',
    response: AccountResponse,
    idempotent: true,
  })
  async create(@Body() body: AccountDto): Promise<AccountResponse> {
    return { external_account: await this.registerAccount.execute(body) };
  }

  @Get()
  @Operation('List external accounts, newest first', {
    id: 'listExternalAccounts',
    description: 'Filters combine: an account must match all of them.',
    scope: 'read:external-accounts',
    response: AccountsResponse,
  })
  async list(@Query() query: AccountQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<AccountsResponse> {
    return { external_accounts: linkHeader(reply, await this.listAccounts.execute(query)) };
  }

  @Put()
  @Operation('Replace an external account by its reference', {
    id: 'replaceExternalAccountByReference',
    description:
      'Finds the account by the `account_reference_id` in the body and replaces all other fields. Omitted metadata is removed. A change of any field other than metadata starts a new verification.',
    scope: 'write:external-accounts',
    response: AccountResponse,
  })
  async replaceByReference(@Body() body: AccountDto): Promise<AccountResponse> {
    return { external_account: await this.changeAccount.replaceByReference(body) };
  }

  @Get(':id')
  @Operation('Read an external account', {
    id: 'getExternalAccount',
    description: '`corrections` lists the corrections that the bank reported, until the account is changed.',
    scope: 'read:external-accounts',
    response: AccountResponse,
  })
  async read(@Param('id') id: string): Promise<AccountResponse> {
    return { external_account: await this.getAccount.execute(id) };
  }

  @Put(':id')
  @Operation('Replace an external account', {
    id: 'replaceExternalAccount',
    description:
      'Replaces all fields. Omitted metadata is removed. A change of any field other than metadata starts a new verification. The `account_reference_id` must stay the same.',
    scope: 'write:external-accounts',
    response: AccountResponse,
  })
  async replace(@Param('id') id: string, @Body() body: AccountDto): Promise<AccountResponse> {
    return { external_account: await this.changeAccount.replace(id, body) };
  }

  @Patch(':id')
  @Operation('Update fields of an external account', {
    id: 'updateExternalAccount',
    description:
      'Updates the fields that are sent and keeps all others. Metadata is replaced as a whole. A change of any other field starts a new verification.',
    scope: 'write:external-accounts',
    response: AccountResponse,
  })
  async patch(@Param('id') id: string, @Body() body: AccountPatchDto): Promise<AccountResponse> {
    return { external_account: await this.changeAccount.patch(id, body) };
  }

  @Delete(':id')
  @Operation('Close an external account', {
    id: 'closeExternalAccount',
    description:
      'A closed account cannot be changed or used for new transfers, and cannot be reopened. Closing it again returns the same response.',
    scope: 'write:external-accounts',
    response: AccountResponse,
  })
  async close(@Param('id') id: string): Promise<AccountResponse> {
    return { external_account: await this.changeAccount.close(id) };
  }
}
