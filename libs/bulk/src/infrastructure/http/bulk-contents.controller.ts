import { Readable } from 'node:stream';
import { Body, Controller, Get, Headers, Param, Put, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation, RawBody } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ExportErrors } from '../../application/export-errors.js';
import { ReadBulks } from '../../application/read-bulks.js';
import { ReceivePart } from '../../application/receive-part.js';
import { MAX_PARTS } from '../../domain/bulk-transfer.js';
import { RowQuery } from './bulk.dto.js';
import { BulkPartResponse, BulkPartsResponse, BulkRowsResponse } from './bulk.response.js';
import { sentPart } from './sent-part.js';

const MAX_PART_BYTES = 1024 * 1024;
const READ = { scope: 'read:bulk-transfers' } as const;
const CSV = { type: 'text/csv; charset=utf-8', disposition: 'attachment; filename="bulk-transfer-errors.csv"' };
const ID = { name: 'id', schema: { type: 'string' } } as const;
const NUMBER = { name: 'number', schema: { type: 'integer', minimum: 1, maximum: MAX_PARTS } } as const;
const DIGEST = {
  name: 'Content-Digest',
  required: true,
  description: 'The SHA-256 of the part by RFC 9530',
  schema: { type: 'string', pattern: '^sha-256=:[A-Za-z0-9+/]{43}=:$' },
} as const;

interface PartPath {
  readonly id: string;
  readonly number: string;
}

@ApiTags('Bulk transfers')
@Controller('deliver/bulk-transfers/:id')
export class BulkContentsController {
  constructor(
    private readonly receivePart: ReceivePart,
    private readonly readBulks: ReadBulks,
    private readonly exportErrors: ExportErrors,
  ) {}

  @Put('parts/:number')
  @ApiParam(ID)
  @ApiParam(NUMBER)
  @ApiHeader(DIGEST)
  @ApiConsumes('text/csv', 'application/x-ndjson')
  @ApiBody({ schema: { type: 'string' } })
  @Operation('Send a part of the file', {
    id: 'putBulkTransferPart',
    description:
      'A part has at most 1 MiB and ends with a line break, unless it is the last one: no record crosses parts. The header of a CSV file is in part 1. Parts may arrive in any order and at once. The same part may be sent again.',
    scope: 'write:bulk-transfers',
    response: BulkPartResponse,
    maxBodyBytes: MAX_PART_BYTES,
  })
  async putPart(
    @Param() { id, number }: PartPath,
    @Headers('content-digest') contentDigest: string | undefined,
    @Body() body: RawBody,
  ): Promise<BulkPartResponse> {
    return { part: await this.receivePart.execute(id, sentPart(number, body, contentDigest)) };
  }

  @Get('parts')
  @Operation('List the received parts', {
    id: 'listBulkTransferParts',
    description: 'By number. To resume an upload, send the parts that are missing.',
    ...READ,
    response: BulkPartsResponse,
  })
  async parts(@Param('id') id: string): Promise<BulkPartsResponse> {
    return { parts: await this.readBulks.listParts(id) };
  }

  @Get('rows')
  @Operation('List the rows of a bulk transfer', {
    id: 'listBulkTransferRows',
    description: 'In the order of the file, as far as they are validated. Rows are kept for 90 days after the end.',
    ...READ,
    response: BulkRowsResponse,
  })
  async rows(
    @Param('id') id: string,
    @Query() query: RowQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BulkRowsResponse> {
    return { rows: linkHeader(reply, await this.readBulks.listRows({ ...query, bulk_id: id })) };
  }

  @Get('errors')
  @ApiResponse({
    status: 200,
    description: 'The refused rows',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @Operation('Download the refused rows', {
    id: 'getBulkTransferErrors',
    description:
      'CSV with `line`, `number`, `transfer_reference_id`, `error_code`, `field` and `message`. A value that a spreadsheet would take for a formula begins with an apostrophe.',
    ...READ,
  })
  async errors(@Param('id') id: string): Promise<StreamableFile> {
    return new StreamableFile(Readable.from(await this.exportErrors.execute(id)), CSV);
  }
}
