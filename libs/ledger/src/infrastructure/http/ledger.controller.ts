import { Readable } from 'node:stream';
import { Controller, Get, Headers, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import { Money } from '@payments/kernel';
import type { FastifyReply } from 'fastify';
import { ExportEntries } from '../../application/export-entries.js';
import { ListEntries } from '../../application/list-entries.js';
import { ListDayBalances } from '../../application/list-day-balances.js';
import { GetBalance } from '../../application/get-balance.js';
import { DayBalanceQuery, EntryQuery } from './ledger.dto.js';
import { BalanceResponse, DayBalancesResponse, LedgerEntriesResponse } from './ledger.response.js';

const ENTRIES =
  'With `format=csv` or `Accept: text/csv` the response is CSV: all matching entries, or `size` entries if it is sent. ' +
  'The columns are the fields of the JSON. `format` takes precedence over `Accept`.';
const CSV = { type: 'text/csv; charset=utf-8', disposition: 'attachment; filename="ledger-entries.csv"' };

// Replaces the single response schema that an operation usually has.
const AS_JSON_OR_CSV = {
  status: 200,
  description: 'One page as JSON, or all entries as CSV',
  content: {
    'application/json': { schema: { $ref: getSchemaPath(LedgerEntriesResponse) } },
    'text/csv': { schema: { type: 'string' } },
  },
};

@ApiTags('Ledger')
@ApiExtraModels(LedgerEntriesResponse)
@Controller('deliver')
export class LedgerController {
  constructor(
    private readonly getBalance: GetBalance,
    private readonly listDayBalances: ListDayBalances,
    private readonly listEntries: ListEntries,
    private readonly exportEntries: ExportEntries,
  ) {}

  @Get('balance')
  @Operation('Read the balance of the enterprise', {
    id: 'getBalance',
    description: '`available` can be spent. `pending` is debited money that the bank may still return.',
    scope: 'read:balances',
    response: BalanceResponse,
  })
  balance(): Promise<BalanceResponse> {
    return this.getBalance.execute();
  }

  @Get('balance/days')
  @Operation('List the balances at the ends of days', {
    id: 'listDayBalances',
    description:
      'Of the last 30 days in New York, or of those asked for, at most the last 400 of them. A day is there five minutes after it has ended; days on which the service did not run are missing.',
    scope: 'read:balances',
    response: DayBalancesResponse,
  })
  async days(@Query() query: DayBalanceQuery): Promise<DayBalancesResponse> {
    const days = await this.listDayBalances.execute(query);
    return {
      days: days.map(({ day, available, pending }) => ({
        ...{ date: day, available: Money.usd(available).toWire(), pending: Money.usd(pending).toWire() },
      })),
    };
  }

  @Get('ledger/entries')
  @ApiResponse(AS_JSON_OR_CSV)
  @Operation('List ledger entries, newest first', {
    id: 'listLedgerEntries',
    scope: 'read:ledger',
    response: LedgerEntriesResponse,
    description: ENTRIES,
  })
  async entries(
    @Query() query: EntryQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LedgerEntriesResponse | StreamableFile> {
    if (!wantsCsv(query, accept)) return { entries: linkHeader(reply, await this.listEntries.execute(query)) };
    return new StreamableFile(Readable.from(await this.exportEntries.execute(query)), CSV);
  }
}

function wantsCsv({ format }: EntryQuery, accept = ''): boolean {
  return format === undefined ? /^\s*text\/csv\s*(;|,|$)/i.test(accept) : format === 'csv';
}
