import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { CreateBookTransfer } from '../../application/create-book-transfer.js';
import { ReadBookTransfers } from '../../application/read-book-transfers.js';
import { BookTransferQuery, CreateBookTransferDto } from './book-transfer.dto.js';
import { BookTransferResponse, BookTransfersResponse } from './book-transfer.response.js';

const READ = { scope: 'read:booktransfers' } as const;

@ApiTags('Subledgers')
@Controller('deliver/booktransfers')
export class BookTransfersController {
  constructor(
    private readonly createBookTransfer: CreateBookTransfer,
    private readonly readBookTransfers: ReadBookTransfers,
  ) {}

  @Post()
  @Operation('Move money between subledgers', {
    id: 'createBookTransfer',
    description:
      'Moves available money at once from the source to the destination; a side that is left out is the enterprise itself. The response is final: `completed`, or `failed` with `insufficient_funds`. Only a policy with `applies_to: book_transfer` leaves it `created` until it is approved.',
    scope: 'write:booktransfers',
    response: BookTransferResponse,
    idempotent: true,
  })
  async create(@Body() body: CreateBookTransferDto): Promise<BookTransferResponse> {
    return { book_transfer: await this.createBookTransfer.execute(body) };
  }

  @Get()
  @Operation('List book transfers, newest first', {
    id: 'listBookTransfers',
    description:
      '`subledger_reference_id` finds it on either side. Filters combine: a book transfer must match all of them.',
    ...READ,
    response: BookTransfersResponse,
  })
  async list(
    @Query() query: BookTransferQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BookTransfersResponse> {
    return { book_transfers: linkHeader(reply, await this.readBookTransfers.list(query)) };
  }

  @Get(':id')
  @Operation('Get a book transfer', {
    id: 'getBookTransfer',
    description: 'Its entry has its id as `subject_id`.',
    ...READ,
    response: BookTransferResponse,
  })
  async get(@Param('id') id: string): Promise<BookTransferResponse> {
    return { book_transfer: await this.readBookTransfers.get(id) };
  }
}
