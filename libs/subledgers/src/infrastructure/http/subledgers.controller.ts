import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { CloseSubledger } from '../../application/close-subledger.js';
import { CreateSubledger } from '../../application/create-subledger.js';
import { ReadSubledgers } from '../../application/read-subledgers.js';
import { CreateSubledgerDto, SubledgerQuery } from './subledger.dto.js';
import { SubledgerResponse, SubledgersResponse } from './subledger.response.js';

const READ = { scope: 'read:subledgers' } as const;
const WRITE = { scope: 'write:subledgers', response: SubledgerResponse } as const;

@ApiTags('Subledgers')
@Controller('deliver/subledgers')
export class SubledgersController {
  constructor(
    private readonly createSubledger: CreateSubledger,
    private readonly readSubledgers: ReadSubledgers,
    private readonly closeSubledger: CloseSubledger,
  ) {}

  @Post()
  @Operation('Create a subledger', {
    id: 'createSubledger',
    description:
      'A balance of its own inside the money of the enterprise, kept for a verified customer or for the enterprise. Transfers that name it take and bring its money; book transfers fill and empty it.',
    ...WRITE,
    idempotent: true,
  })
  async create(@Body() body: CreateSubledgerDto): Promise<SubledgerResponse> {
    return { subledger: await this.createSubledger.execute(body) };
  }

  @Get()
  @Operation('List subledgers, newest first', {
    id: 'listSubledgers',
    description:
      'Filters combine: a subledger must match all of them. Closed ones are listed, too; `closed_with_balance=true` lists those that a late return left with money, or without.',
    ...READ,
    response: SubledgersResponse,
  })
  async list(
    @Query() query: SubledgerQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubledgersResponse> {
    return { subledgers: linkHeader(reply, await this.readSubledgers.list(query)) };
  }

  @Get(':id')
  @Operation('Get a subledger', {
    id: 'getSubledger',
    description: 'Its money is in `GET /deliver/balance/subledgers/{id}`.',
    ...READ,
    response: SubledgerResponse,
  })
  async get(@Param('id') id: string): Promise<SubledgerResponse> {
    return { subledger: await this.readSubledgers.get(id) };
  }

  @Delete(':id')
  @Operation('Close a subledger', {
    id: 'closeSubledger',
    description:
      'Only without money, and while no transfer that is `created` or `pending` names it. Closing it again changes nothing. `debits_return_until` is the last day on which a bank may return a debit that it collected. What a later return leaves in it can be settled: a book transfer takes money out, or fills a negative balance up to zero.',
    ...WRITE,
  })
  async close(@Param('id') id: string): Promise<SubledgerResponse> {
    return { subledger: await this.closeSubledger.execute(id) };
  }
}
