import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/platform';
import type { FastifyReply } from 'fastify';
import { CreateTransfer } from '../../application/create-transfer.js';
import { GetTransfer } from '../../application/get-transfer.js';
import { CreateTransferDto, TransferQuery } from './transfer.dto.js';
import { HistoryResponse, TransferListResponse, TransferResponse } from './transfer.resources.js';

@ApiTags('Transfers')
@Controller('deliver/transfers')
export class TransfersController {
  constructor(
    private readonly createTransfer: CreateTransfer,
    private readonly getTransfer: GetTransfer,
  ) {}

  @Post()
  @Operation('Create a transfer', { scope: 'write:transfers', answers: TransferResponse, idempotent: true })
  async create(@Body() body: CreateTransferDto): Promise<TransferResponse> {
    return { transfer: await this.createTransfer.execute(body) };
  }

  @Get()
  @Operation('List transfers, newest first', { scope: 'read:transfers', answers: TransferListResponse })
  async list(
    @Query() query: TransferQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransferListResponse> {
    return { transfers: linkHeader(reply, await this.getTransfer.list(query)) };
  }

  @Get(':id')
  @Operation('Get a transfer', { scope: 'read:transfers', answers: TransferResponse })
  async get(@Param('id') id: string): Promise<TransferResponse> {
    return { transfer: await this.getTransfer.execute(id) };
  }

  @Get(':id/history')
  @Operation('Get the statuses a transfer went through', { scope: 'read:transfers', answers: HistoryResponse })
  history(@Param('id') id: string): Promise<HistoryResponse> {
    return this.getTransfer.history(id);
  }
}
