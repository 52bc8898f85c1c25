import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ChangeBulk } from '../../application/change-bulk.js';
import { CreateBulk } from '../../application/create-bulk.js';
import { ReadBulks } from '../../application/read-bulks.js';
import { BulkQuery, CreateBulkDto, SubmitBulkDto } from './bulk.dto.js';
import { BulkTransferResponse, BulkTransfersResponse } from './bulk.response.js';

const READ = { scope: 'read:bulk-transfers' } as const;
const WRITE = { scope: 'write:bulk-transfers', response: BulkTransferResponse } as const;

@ApiTags('Bulk transfers')
@Controller('deliver/bulk-transfers')
export class BulkTransfersController {
  constructor(
    private readonly createBulk: CreateBulk,
    private readonly changeBulk: ChangeBulk,
    private readonly readBulks: ReadBulks,
  ) {}

  @Post()
  @Operation('Create a bulk transfer', {
    id: 'createBulkTransfer',
    description:
      'Creates up to 100000 transfers from one file. Send the file in parts with `PUT …/parts/{number}`, then submit it. Each row is a transfer by the rules of `POST /deliver/transfers`. `bulk_transfer_updated` events report the status, and the progress in steps of 5%.',
    ...WRITE,
    idempotent: true,
  })
  async create(@Body() body: CreateBulkDto): Promise<BulkTransferResponse> {
    return { bulk_transfer: await this.createBulk.execute(body) };
  }

  @Get()
  @Operation('List bulk transfers, newest first', {
    id: 'listBulkTransfers',
    description: 'Filters combine: a bulk transfer must match all of them.',
    ...READ,
    response: BulkTransfersResponse,
  })
  async list(
    @Query() query: BulkQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BulkTransfersResponse> {
    return { bulk_transfers: linkHeader(reply, await this.readBulks.list(query)) };
  }

  @Get(':id')
  @Operation('Read a bulk transfer', {
    id: 'getBulkTransfer',
    description: 'Shows the status, the progress, and the first refused rows.',
    ...READ,
    response: BulkTransferResponse,
  })
  async get(@Param('id') id: string): Promise<BulkTransferResponse> {
    return { bulk_transfer: await this.readBulks.get(id) };
  }

  @Post(':id/submit')
  @Operation('Submit the file of a bulk transfer', {
    id: 'submitBulkTransfer',
    description:
      'The file is complete: its rows are validated, and then, unless `review` or `execute_at` says otherwise, created. Submitting again with the same number of parts changes nothing.',
    ...WRITE,
    status: 202,
  })
  async submit(@Param('id') id: string, @Body() body: SubmitBulkDto): Promise<BulkTransferResponse> {
    return { bulk_transfer: await this.changeBulk.submit(id, body.parts) };
  }

  @Post(':id/confirm')
  @Operation('Confirm a bulk transfer', {
    id: 'confirmBulkTransfer',
    description:
      'With `review`, the rows are created after this, or at `execute_at`. Confirming again changes nothing.',
    ...WRITE,
    status: 202,
  })
  async confirm(@Param('id') id: string): Promise<BulkTransferResponse> {
    return { bulk_transfer: await this.changeBulk.confirm(id) };
  }

  @Post(':id/cancel')
  @Operation('Cancel a bulk transfer', {
    id: 'cancelBulkTransfer',
    description:
      'No further row is created. Transfers that were created continue: cancel them one by one. Canceling again changes nothing.',
    ...WRITE,
    status: 202,
  })
  async cancel(@Param('id') id: string): Promise<BulkTransferResponse> {
    return { bulk_transfer: await this.changeBulk.cancel(id) };
  }
}
