import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { CheckDebit } from '../../application/check-debit.js';
import { ConfirmControl } from '../../application/confirm-control.js';
import { CreateVerification } from '../../application/create-verification.js';
import { GetVerification } from '../../application/get-verification.js';
import { ListVerifications } from '../../application/list-verifications.js';
import { VerifyAccountQuery } from './verify-query.dto.js';
import { ConfirmControlDto, CreateVerifyAccountDto, SearchVerifyAccountsDto } from './verify.dto.js';
import { VerifyAccountResponse, VerifyAccountsResponse } from './verify.response.js';

const READ = { scope: 'read:verify-accounts' } as const;
const WRITE = { scope: 'write:verify-accounts', response: VerifyAccountResponse } as const;

@ApiTags('Verify')
@Controller('verify/accounts')
export class VerifyController {
  constructor(
    private readonly createVerification: CreateVerification,
    private readonly getVerification: GetVerification,
    private readonly listVerifications: ListVerifications,
    private readonly confirmControl: ConfirmControl,
    private readonly checkDebit: CheckDebit,
  ) {}

  @Post()
  @Operation('Verify a bank account', {
    id: 'createVerifyAccount',
    description:
      'Returns immediately with `pending` statuses; `verify_account_updated` events report what becomes of them. A `control` type sends a cent with a statement code, an `_ownership` type compares the owner. The same account can be verified five times in 24 hours. Nothing is sent to `email`.',
    ...WRITE,
    idempotent: true,
  })
  async create(@Body() body: CreateVerifyAccountDto): Promise<VerifyAccountResponse> {
    // The rules of the body have checked that it is one of the two.
    return { account: await this.createVerification.execute(body) };
  }

  @Get()
  @Operation('List verifications, newest first', {
    id: 'listVerifyAccounts',
    description:
      'Filters combine: a verification must match all of them. To find those of an account number, use `POST /verify/accounts/search`.',
    ...READ,
    response: VerifyAccountsResponse,
  })
  async list(
    @Query() query: VerifyAccountQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VerifyAccountsResponse> {
    return { accounts: linkHeader(reply, await this.listVerifications.execute(query)) };
  }

  @Post('search')
  @Operation('Find the verifications of an account', {
    id: 'searchVerifyAccounts',
    description: 'Newest first, at most 100. Account numbers are compared without hyphens.',
    ...READ,
    response: VerifyAccountsResponse,
  })
  async search(@Body() body: SearchVerifyAccountsDto): Promise<VerifyAccountsResponse> {
    return { accounts: await this.listVerifications.search(body) };
  }

  @Get(':id')
  @Operation('Read a verification', {
    id: 'getVerifyAccount',
    description: '`evidence` says which provider decided the `verification_status`.',
    ...READ,
    response: VerifyAccountResponse,
  })
  async read(@Param('id') id: string): Promise<VerifyAccountResponse> {
    return { account: await this.getVerification.execute(id) };
  }

  @Post(':id/control')
  @Operation('Confirm the statement code', {
    id: 'confirmVerifyAccountControl',
    description:
      'Sets `control_status` to `valid` if the code is right. After a wrong one, `attempts_remaining` says how many attempts are left of three; then the status is `canceled`. A code is valid for 14 days.',
    ...WRITE,
  })
  async control(@Param('id') id: string, @Body() body: ConfirmControlDto): Promise<VerifyAccountResponse> {
    return { account: await this.confirmControl.execute(id, body.statement_code) };
  }

  @Post(':id/debits')
  @Operation('Check that an account can be debited', {
    id: 'checkVerifyAccountDebit',
    description:
      'Sends a credit and a debit of a cent. A check that is `pending` or `valid` is not repeated. An account can be checked five times in 24 hours.',
    ...WRITE,
  })
  async debits(@Param('id') id: string): Promise<VerifyAccountResponse> {
    return { account: await this.checkDebit.execute(id) };
  }
}
