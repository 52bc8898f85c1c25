import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { CancelTransfer } from '../../application/cancel-transfer.js';
import { ChangeTransfer } from '../../application/change-transfer.js';
import { CreateTransfer } from '../../application/create-transfer.js';
import { GetTransfer } from '../../application/get-transfer.js';
import { ListTransfers } from '../../application/list-transfers.js';
import { PreviewTransfer } from '../../application/preview-transfer.js';
import { PreviewResponse } from './preview.response.js';
import { ChangeTransferDto, CreateTransferDto, PreviewTransferDto, TransferQuery } from './transfer.dto.js';
import { CancelResponse, TransferListResponse, TransferResponse } from './transfer.response.js';

@ApiTags('Transfers')
@Controller('deliver/transfers')
export class TransfersController {
  constructor(
    private readonly createTransfer: CreateTransfer,
    private readonly getTransfer: GetTransfer,
    private readonly listTransfers: ListTransfers,
    private readonly changeTransfer: ChangeTransfer,
    private readonly cancelTransfer: CancelTransfer,
    private readonly previewTransfer: PreviewTransfer,
  ) {}

  @Post()
  @Operation('Create a transfer', {
    id: 'createTransfer',
    description:
      'A destination alone makes a payout, a source alone a direct debit, and both a deposit or an account-to-account transfer. Returns immediately with the status `created`; `transfer_updated` events report every later status. Send an `Idempotency-Key` so that a retry cannot pay twice.',
    scope: 'write:transfers',
    response: TransferResponse,
    idempotent: true,
  })
  async create(@Body() body: CreateTransferDto): Promise<TransferResponse> {
    return { transfer: await this.createTransfer.execute(body) };
  }

  @Post('preview')
  @Operation('Preview a transfer', {
    id: 'previewTransfer',
    description:
      'Shows which rails a transfer would take, when money would move, what the operator charges, and what would hold or stop it, by the rules of its creation. Nothing is stored. Errors of single fields are those of the creation; what else would stop it is in `checks`. `transfer_reference_id` may be omitted.',
    scope: 'read:transfers',
    response: PreviewResponse,
  })
  async preview(@Body() body: PreviewTransferDto): Promise<PreviewResponse> {
    return { preview: await this.previewTransfer.execute(body) };
  }

  @Get()
  @Operation('List transfers, newest first', {
    id: 'listTransfers',
    description:
      'Filters combine: a transfer must match all of them. The customer and the account may be on either side.',
    scope: 'read:transfers',
    response: TransferListResponse,
  })
  async list(
    @Query() query: TransferQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransferListResponse> {
    return { transfers: linkHeader(reply, await this.listTransfers.execute(query)) };
  }

  @Get(':id')
  @Operation('Get a transfer', {
    id: 'getTransfer',
    description: '`status_reasons` explains why a transfer failed, or what a bank reported about it.',
    scope: 'read:transfers',
    response: TransferResponse,
  })
  async get(@Param('id') id: string): Promise<TransferResponse> {
    return { transfer: await this.getTransfer.execute(id) };
  }

  @Patch(':id')
  @Operation('Change the metadata of a transfer', {
    id: 'updateTransfer',
    description: 'Only the metadata can be changed. It is replaced as a whole, and `{}` removes it.',
    scope: 'write:transfers',
    response: TransferResponse,
  })
  async change(@Param('id') id: string, @Body() body: ChangeTransferDto): Promise<TransferResponse> {
    return { transfer: await this.changeTransfer.execute(id, body) };
  }

  @Post(':id/cancel')
  @Operation('Cancel a transfer', {
    id: 'cancelTransfer',
    scope: 'write:transfers',
    response: CancelResponse,
    status: 202,
    description:
      'Possible until the leg that pays out, or the only leg, was submitted to the network. A debit that was already submitted continues, and its money becomes available.',
  })
  async cancel(@Param('id') id: string): Promise<CancelResponse> {
    await this.cancelTransfer.execute(id);
    return { message: 'The transfer is canceled.' };
  }
}
