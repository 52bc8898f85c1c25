import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { CreateTransferGroup } from '../../application/create-transfer-group.js';
import { ReadTransferGroups } from '../../application/read-transfer-groups.js';
import { CreateTransferGroupDto, TransferGroupQuery } from './transfer-group.dto.js';
import {
  CreatedTransferGroupResponse,
  TransferGroupResponse,
  TransferGroupsResponse,
} from './transfer-group.response.js';

const READ = { scope: 'read:transfer-groups' } as const;

@ApiTags('Transfer groups')
@Controller('deliver/transfer-groups')
export class TransferGroupsController {
  constructor(
    private readonly createTransferGroup: CreateTransferGroup,
    private readonly readTransferGroups: ReadTransferGroups,
  ) {}

  @Post()
  @Operation('Create a transfer group', {
    id: 'createTransferGroup',
    description:
      'Transfers join it by their `transfer_group_id` when they are created. Its parties are labels: they must exist, and transfers of the group may have others.',
    scope: 'write:transfer-groups',
    response: CreatedTransferGroupResponse,
    idempotent: true,
  })
  async create(@Body() body: CreateTransferGroupDto): Promise<CreatedTransferGroupResponse> {
    return { transfer_group: await this.createTransferGroup.execute(body) };
  }

  @Get()
  @Operation('List transfer groups, newest first', {
    id: 'listTransferGroups',
    description: 'Filters combine: a group must match all of them. Totals are in the response about a single group.',
    ...READ,
    response: TransferGroupsResponse,
  })
  async list(
    @Query() query: TransferGroupQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransferGroupsResponse> {
    return { transfer_groups: linkHeader(reply, await this.readTransferGroups.list(query)) };
  }

  @Get(':id')
  @Operation('Get a transfer group', {
    id: 'getTransferGroup',
    description: 'With the totals of its transfers. `GET /deliver/transfers?transfer_group_id=…` lists them.',
    ...READ,
    response: TransferGroupResponse,
  })
  async get(@Param('id') id: string): Promise<TransferGroupResponse> {
    return { transfer_group: await this.readTransferGroups.get(id) };
  }
}
