import { Controller, Get, Header, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { GetAttention } from '../../application/get-attention.js';
import { GetOverview } from '../../application/get-overview.js';
import { SearchResources } from '../../application/search-resources.js';
import type { Caller } from './caller.js';
import { OverviewQuery, SearchQuery } from './portal-pages.dto.js';
import { AttentionResponse, OverviewResponse, SearchResponse } from './portal-pages.response.js';

/** Every portal user may call these; what the answer contains depends on the user's other scopes. */
@ApiTags('Portal pages')
@Controller('portal')
export class PortalPagesController {
  constructor(
    private readonly getOverview: GetOverview,
    private readonly getAttention: GetAttention,
    private readonly searchResources: SearchResources,
  ) {}

  @Get('overview')
  @Header('Cache-Control', 'no-store')
  @Operation('Read the overview of the home page', {
    id: 'getPortalOverview',
    description:
      'Counts and sums of transfers by status, the latest transfers, the balance, and what needs attention. With `step`, the figures of the period by hour or day, and those of the period before. Parts that the user may not read are left out. At most the newest 10,000 transfers of a period are counted.',
    scope: 'read:me',
    portal: true,
    response: OverviewResponse,
  })
  async overview(@Query() query: OverviewQuery, @Req() { user }: Caller): Promise<OverviewResponse> {
    return { overview: await this.getOverview.execute(user.scopes, query) };
  }

  @Get('attention')
  @Header('Cache-Control', 'no-store')
  @Operation('Read what needs attention', {
    id: 'getPortalAttention',
    description: 'Counts of what a person should look at. Kinds that the user may not read are left out.',
    scope: 'read:me',
    portal: true,
    response: AttentionResponse,
  })
  async attention(@Req() { user }: Caller): Promise<AttentionResponse> {
    return { attention: await this.getAttention.execute(user.scopes) };
  }

  @Get('search')
  @Header('Cache-Control', 'no-store')
  @Operation('Search transfers, customers and accounts', {
    id: 'searchPortal',
    description:
      'Finds the resource with an id, the transfer with an end-to-end id or trace number, the resource of the event with an id, what begins with a reference id or a name, and with `$12.34` the transfers of that amount of the last 90 days. Account numbers are never searched. Returns at most 20 hits that the user may read, exact ones first; with `type` only those.',
    scope: 'read:me',
    portal: true,
    response: SearchResponse,
  })
  async search(@Query() { q, type }: SearchQuery, @Req() { user }: Caller): Promise<SearchResponse> {
    return { hits: await this.searchResources.execute(q, user.scopes, type) };
  }
}
