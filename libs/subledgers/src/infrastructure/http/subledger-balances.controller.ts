import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ReadBalances } from '../../application/read-balances.js';
import { SubledgerBalanceQuery } from './subledger.dto.js';
import { SubledgerBalanceResponse, SubledgerBalancesResponse } from './subledger.response.js';

const READ = { scope: 'read:balances' } as const;

@ApiTags('Subledgers')
@Controller('deliver/balance/subledgers')
export class SubledgerBalancesController {
  constructor(private readonly readBalances: ReadBalances) {}

  @Get()
  @Operation('List the balances of subledgers', {
    id: 'listSubledgerBalances',
    description:
      'In the order of `GET /deliver/subledgers`. Money that is reserved for transfers is in neither amount.',
    ...READ,
    response: SubledgerBalancesResponse,
  })
  async list(
    @Query() query: SubledgerBalanceQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubledgerBalancesResponse> {
    return { balances: linkHeader(reply, await this.readBalances.list(query)) };
  }

  @Get(':id')
  @Operation('Read the balance of a subledger', {
    id: 'getSubledgerBalance',
    description: '`available` can be spent. `pending` is debited money that the bank may still return.',
    ...READ,
    response: SubledgerBalanceResponse,
  })
  async get(@Param('id') id: string): Promise<SubledgerBalanceResponse> {
    return { balance: await this.readBalances.get(id) };
  }
}
