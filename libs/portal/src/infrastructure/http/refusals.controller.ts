import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ListRefusals } from '../../application/list-refusals.js';
import { RefusalQuery } from './refusals.dto.js';
import { RefusedRequestsResponse, toRefusalView } from './refusals.response.js';

@ApiTags('Portal pages')
@Controller('portal')
export class RefusalsController {
  constructor(private readonly listRefusals: ListRefusals) {}

  @Get('requests')
  @Header('Cache-Control', 'no-store')
  @Operation('List refused requests, newest first', {
    id: 'listRefusedRequests',
    description:
      'Requests of the last 7 days that were answered with a status from 400 on: the newest 10,000, without bodies and query values. They appear after a second. A crash loses the last second, a flood is shown in part, and requests without a valid token are nobody’s.',
    scope: 'read:credentials',
    portal: true,
    response: RefusedRequestsResponse,
  })
  async list(
    @Query() query: RefusalQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RefusedRequestsResponse> {
    return { requests: linkHeader(reply, await this.listRefusals.execute(query)).map(toRefusalView) };
  }
}
