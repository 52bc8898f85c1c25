import { Body, Controller, Delete, Get, Header, Param, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import type { Changed } from '@payments/persistence';
import { ManageLimits } from '../../application/manage-limits.js';
import type { Limit, LimitContent } from '../../domain/limit.js';
import type { Caller } from './caller.js';
import { LimitDto } from './limit.dto.js';
import { ChangedLimitResponse, LimitResponse, LimitsResponse, toLimitView } from './limit.response.js';

const read = { scope: 'read:controls', portal: true } as const;
const write = { scope: 'write:controls', portal: true } as const;

@ApiTags('Controls')
@Controller('portal/limits')
export class LimitsController {
  constructor(private readonly limits: ManageLimits) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation('List limits, by name', {
    id: 'listLimits',
    description: 'How much may be paid, or how often, in a window of time.',
    ...read,
    response: LimitsResponse,
  })
  async list(): Promise<LimitsResponse> {
    return { limits: (await this.limits.list()).map(toLimitView) };
  }

  @Post()
  @Operation('Create a limit', {
    id: 'createLimit',
    description:
      'Counts transfers from when it is created, exactly, also if many are made at once. A transfer that fails before anything of it was sent gives back what it has used. Within three seconds it holds for every transfer whose parties are verified from then on.',
    ...write,
    response: ChangedLimitResponse,
  })
  async create(@Body() body: LimitDto, @Req() { user }: Caller): Promise<ChangedLimitResponse> {
    return changed(await this.limits.create(user.subject.name, contentOf(body)));
  }

  @Get(':id')
  @Operation('Get a limit', {
    id: 'getLimit',
    description: '`version` counts the changes; the audit log has each of them.',
    ...read,
    response: LimitResponse,
  })
  async get(@Param('id') id: string): Promise<LimitResponse> {
    return { limit: toLimitView(await this.limits.get(id)) };
  }

  @Put(':id')
  @Operation('Replace a limit', {
    id: 'replaceLimit',
    description: 'What is used stays counted. Transfers that the limit has held keep waiting for their approval.',
    ...write,
    response: ChangedLimitResponse,
  })
  async replace(
    @Param('id') id: string,
    @Body() body: LimitDto,
    @Req() { user }: Caller,
  ): Promise<ChangedLimitResponse> {
    return changed(await this.limits.replace(user.subject.name, { id, content: contentOf(body) }));
  }

  @Delete(':id')
  @Operation('Delete a limit', {
    id: 'deleteLimit',
    description: 'With what is used of it. Transfers that it has held keep waiting for their approval.',
    ...write,
    status: 204,
  })
  delete(@Param('id') id: string): Promise<void> {
    return this.limits.delete(id);
  }
}

function changed({ value, approval }: Changed<Limit>): ChangedLimitResponse {
  return { limit: toLimitView(value), ...(approval && { approval }) };
}

function contentOf(body: LimitDto): LimitContent {
  const { name, per, direction, window, action, enabled, who = null, max_amount = null, max_count = null } = body;
  // Ids are compared as the service writes them.
  const subject = per === 'account' && who !== null ? who.toLowerCase() : who;
  return { name, per, who: subject, direction, window, max_amount, max_count, action, enabled };
}
