import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { BalanceStatement } from '../../application/balance-statement.js';
import { CreateReport } from '../../application/create-report.js';
import { DownloadReport } from '../../application/download-report.js';
import type { Caller } from '../../application/readable.js';
import { ReadReports } from '../../application/read-reports.js';
import { rangeOf } from './byte-range.js';
import {
  BalanceStatementQuery,
  CreateExportDto,
  CreateReconDto,
  CreateStatementDto,
  ReconQuery,
  ReportQuery,
} from './report.dto.js';
import { fileHeaders, MEDIA_TYPES } from './report-file.js';
import { BalanceStatementResponse, ReportResponse, ReportsResponse } from './report.response.js';

interface Call {
  readonly user: Caller;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const READ = { scope: 'read:reports' } as const;
const WRITE = { scope: 'write:reports' } as const;
const FILE = Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: { type: 'string' } }]));

@ApiTags('Reports')
@Controller('deliver/reports')
export class ReportsController {
  constructor(
    private readonly createReport: CreateReport,
    private readonly readReports: ReadReports,
    private readonly balanceStatement: BalanceStatement,
    private readonly downloadReport: DownloadReport,
  ) {}

  @Post('recon')
  @Operation('Create a reconciliation report', {
    id: 'createReconReport',
    description:
      'A CSV file with a row for each change of available or pending money, in the order in which they were made, with the balances after it. A `report_updated` event says when it can be downloaded.',
    ...WRITE,
    response: ReportResponse,
    idempotent: true,
  })
  async createRecon(@Body() body: CreateReconDto): Promise<ReportResponse> {
    return { report: await this.createReport.recon(body) };
  }

  @Get('recon')
  @Operation('List reconciliation reports, newest first', {
    id: 'listReconReports',
    description: 'Filters combine: a report must match all of them.',
    ...READ,
    response: ReportsResponse,
  })
  async listRecon(
    @Query() query: ReconQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReportsResponse> {
    return { reports: linkHeader(reply, await this.readReports.list({ ...query, kind: ['recon'] })) };
  }

  @Get('recon/:id')
  @Operation('Read a reconciliation report', {
    id: 'getReconReport',
    description: 'Once it is `completed`, its file can be downloaded.',
    ...READ,
    response: ReportResponse,
  })
  async getRecon(@Param('id') id: string): Promise<ReportResponse> {
    return { report: await this.readReports.get(id, 'recon') };
  }

  @Post('statements')
  @Operation('Create a file of statements', {
    id: 'createStatementReport',
    description:
      'Statements of days in New York, as banks send them: BAI2, camt.053 or CSV. Each has the opening and the closing balances of a book, and a line for each entry that changed its ledger balance, which is available and pending money together. A `report_updated` event says when the file can be downloaded.',
    ...WRITE,
    response: ReportResponse,
    idempotent: true,
  })
  async createStatement(@Body() body: CreateStatementDto): Promise<ReportResponse> {
    return { report: await this.createReport.statement(body) };
  }

  @Post('exports')
  @Operation('Create an export', {
    id: 'createExportReport',
    description:
      'A file with every row of a resource that was created in a period, the oldest first, as CSV or NDJSON. It has no account numbers, social security numbers or tax ids. Filters: `status` and `subledger_reference_id` of transfers; `type` of events; `status` and `customer_reference_id` of customers and accounts. A worker begins a minute after `end_time`. A `report_updated` event says when the file can be downloaded.',
    ...WRITE,
    response: ReportResponse,
    idempotent: true,
  })
  async createExport(@Body() body: CreateExportDto, @Req() { user }: Call): Promise<ReportResponse> {
    return { report: await this.createReport.export(body, user) };
  }

  @Get('balances')
  @Operation('Read a balance statement', {
    id: 'getBalanceStatement',
    description:
      'The balances at both times, and what moved them between, by type. The changes of a period that has ended stay the same.',
    ...READ,
    response: BalanceStatementResponse,
  })
  async balances(@Query() query: BalanceStatementQuery): Promise<BalanceStatementResponse> {
    return { balance_statement_summary_report: await this.balanceStatement.execute(query) };
  }

  @Get()
  @Operation('List reports of every kind, newest first', {
    id: 'listReports',
    description: 'Filters combine: a report must match all of them.',
    ...READ,
    response: ReportsResponse,
  })
  async list(@Query() query: ReportQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<ReportsResponse> {
    return { reports: linkHeader(reply, await this.readReports.list(query)) };
  }

  @Get(':id')
  @Operation('Read a report of any kind', {
    id: 'getReport',
    description: 'Once it is `completed`, its file can be downloaded.',
    ...READ,
    response: ReportResponse,
  })
  async get(@Param('id') id: string): Promise<ReportResponse> {
    return { report: await this.readReports.get(id) };
  }

  @Get(':id/download')
  @ApiHeader({ name: 'Range', required: false, schema: { type: 'string' } })
  @ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' } })
  @ApiResponse({ status: 200, description: 'The file', content: FILE })
  @ApiResponse({ status: 206, description: 'The bytes that `Range` asks for', content: FILE })
  @ApiResponse({ status: 304, description: 'The file is the one with this `ETag`' })
  @Operation('Download the file of a report', {
    id: 'downloadReport',
    description:
      'The file is kept for 30 days. `ETag` is its SHA-256. With `Range: bytes=…-` an interrupted download goes on.',
    ...READ,
  })
  async download(
    @Param('id') id: string,
    @Req() { user, headers }: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | string> {
    const { range, 'if-none-match': known } = headers;
    const file = await this.downloadReport.find(id, user);
    void reply.headers(fileHeaders(file));
    if (isKnown(known, file.sha256)) {
      void reply.status(304);
      return '';
    }
    const asked = rangeOf(range, file.bytes);
    const { from, to } = asked ?? { from: 0, to: file.bytes };
    if (asked !== undefined) {
      void reply.status(206).header('Content-Range', `bytes ${from}-${to - 1}/${file.bytes}`);
    }
    void reply.header('Content-Length', to - from);
    return new StreamableFile(Readable.from(await this.downloadReport.read(file, { from, to })));
  }

  @Delete(':id')
  @Operation('Delete a report', {
    id: 'deleteReport',
    description: 'With its file, for good. One that is not finished is not made any further.',
    ...WRITE,
    status: 204,
  })
  async remove(@Param('id') id: string): Promise<void> {
    await this.readReports.remove(id);
  }
}

function isKnown(known = '', sha256: string): boolean {
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === `"${sha256}"`);
}
