import { Body, Controller, Get, Headers, Post, Res } from '@nestjs/common';
import { ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { CheckEligibility } from '../../application/check-eligibility.js';
import { ListParticipants } from '../../application/list-participants.js';
import { EligibilityDto } from './eligibility.dto.js';
import { EligibilityResponse } from './eligibility.response.js';

const CHECK =
  'Send either `routing_numbers`, to get the instant networks that reach each of them, or `routing_number`, to get all ' +
  'rails to one bank. With `routing_number`, an omitted `speed` checks every rail, like `asap`, and an omitted ' +
  '`amount` skips the limits.';
const LIST =
  'Sorted by routing number. Send the `ETag` of the last response as `If-None-Match` to get 304 without a body while ' +
  'nothing has changed. The sandbox, where nearly every routing number participates, lists 201 of them.';

// Who may see transfers may see what decides their rails.
const READ = { scope: 'read:routing-number-eligibility', otherScopes: ['read:transfers'] } as const;

@ApiTags('Rails')
@Controller('deliver/eligibility')
export class EligibilityController {
  constructor(
    private readonly checkEligibility: CheckEligibility,
    private readonly listParticipants: ListParticipants,
  ) {}

  @Post()
  @Operation('Check which rails or instant networks reach a bank', {
    id: 'checkEligibility',
    ...READ,
    response: EligibilityResponse,
    description: CHECK,
  })
  async check(@Body() { routing_numbers, routing_number, ...question }: EligibilityDto): Promise<EligibilityResponse> {
    if (routing_number !== undefined) {
      return { eligibility: await this.checkEligibility.execute({ routing_number, ...question }) };
    }
    return { routing_numbers: await this.checkEligibility.participation(routing_numbers ?? []) };
  }

  @Get()
  @ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' } })
  @ApiResponse({ status: 304, description: 'The directory has not changed' })
  @ApiResponse({
    status: 200,
    description: 'The routing numbers that RTP or FedNow reaches',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/EligibleRoutingNumbers' } } },
  })
  @Operation('List the routing numbers that RTP or FedNow reaches', {
    id: 'listEligibleRoutingNumbers',
    ...READ,
    description: LIST,
  })
  async list(
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { json, etag } = await this.listParticipants.execute();
    // Kept by the client, but asked about each time.
    void reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache' });
    if (matches(known, etag)) {
      void reply.status(304);
      return '';
    }
    void reply.type('application/json; charset=utf-8');
    return json;
  }
}

function matches(known: string | undefined, etag: string): boolean {
  const tags = (known ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
