import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import { SECOND_MS } from '@payments/kernel';
import type { FastifyReply } from 'fastify';
import { DecideApprovals } from '../../application/decide-approvals.js';
import type { DecidingUser } from '../../application/decide-approvals.js';
import { ReadApprovals } from '../../application/read-approvals.js';
import { approvalErrors } from '../../domain/controls.errors.js';
import { ApprovalQuery, ApproveDto, DecideDto, RejectDto } from './approval.dto.js';
import { ApprovalResponse, ApprovalsResponse, DecisionsResponse } from './approval.response.js';
import type { Caller } from './caller.js';

const READ = { scope: 'read:approvals' } as const;
const WRITE = { scope: 'write:approvals' } as const;

@ApiTags('Controls')
@Controller('deliver/approvals')
export class ApprovalsController {
  constructor(
    private readonly read: ReadApprovals,
    private readonly decide: DecideApprovals,
  ) {}

  @Get()
  @Operation('List approvals, newest first', {
    id: 'listApprovals',
    description: 'Filters combine: an approval must match all of them.',
    ...READ,
    response: ApprovalsResponse,
  })
  async list(
    @Query() query: ApprovalQuery,
    @Req() { user }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ApprovalsResponse> {
    return { approvals: linkHeader(reply, await this.read.list(query, user.subject.name)) };
  }

  @Post('decide')
  @Operation('Decide several approvals', {
    id: 'decideApprovals',
    description:
      'Each by itself: a refused decision does not affect the others. A rejection needs a `comment`. For portal users only.',
    ...WRITE,
    response: DecisionsResponse,
  })
  async decideAll(@Body() body: DecideDto, @Req() caller: Caller): Promise<DecisionsResponse> {
    const { items, decision, comment } = body;
    if (decision === 'reject' && comment === undefined) throw approvalErrors.missing_comment();
    const given = { decision, ...(comment !== undefined && { comment }) };
    return { results: await this.decide.executeAll(items, userOf(caller), given) };
  }

  @Get(':id')
  @Operation('Get an approval', {
    id: 'getApproval',
    description: '`policies` says how many approvals are missing, `decisions` who has decided.',
    ...READ,
    response: ApprovalResponse,
  })
  async get(@Param('id') id: string): Promise<ApprovalResponse> {
    return { approval: await this.read.get(id) };
  }

  @Post(':id/approve')
  @Operation('Approve', {
    id: 'giveApproval',
    description:
      'With the `digest` of the approval that the user has read. Once every policy has its approvals, the transfer goes on. Approving again changes nothing. For portal users only, and never for what the user or a client of his made.',
    ...WRITE,
    response: ApprovalResponse,
  })
  async approve(@Param('id') id: string, @Body() body: ApproveDto, @Req() caller: Caller): Promise<ApprovalResponse> {
    return { approval: await this.decide.execute(id, userOf(caller), { decision: 'approve', ...body }) };
  }

  @Post(':id/reject')
  @Operation('Reject', {
    id: 'rejectApproval',
    description:
      'One rejection is enough: the transfer fails with `approval_rejected`. Rejecting again changes nothing. For portal users only, and never for what the user or a client of his made.',
    ...WRITE,
    response: ApprovalResponse,
  })
  async reject(@Param('id') id: string, @Body() body: RejectDto, @Req() caller: Caller): Promise<ApprovalResponse> {
    return { approval: await this.decide.execute(id, userOf(caller), { decision: 'reject', ...body }) };
  }
}

function userOf({ user: { subject, session } }: Caller): DecidingUser {
  const provedAt = session === undefined ? null : new Date(session.authenticated_at * SECOND_MS);
  return { name: subject.name, provedAt, secondFactorAt: session?.methods.includes('otp') === true ? provedAt : null };
}
