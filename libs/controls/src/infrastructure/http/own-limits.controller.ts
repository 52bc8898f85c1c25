import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { ReadLimits } from '../../application/read-limits.js';
import type { Caller } from './caller.js';
import { toUsedLimitView, UsedLimitsResponse } from './limit.response.js';

@ApiTags('Controls')
@Controller('deliver/limits')
export class OwnLimitsController {
  constructor(private readonly limits: ReadLimits) {}

  @Get()
  @Operation('List the limits of the caller, by name', {
    id: 'listOwnLimits',
    description:
      'The enabled limits that transfers of the caller are counted on, with what is used. A limit that each customer, account or subledger has of its own is shown without.',
    scope: 'read:transfers',
    response: UsedLimitsResponse,
  })
  async list(@Req() { user }: Caller): Promise<UsedLimitsResponse> {
    return { limits: (await this.limits.execute(user.subject.name)).map(toUsedLimitView) };
  }
}
