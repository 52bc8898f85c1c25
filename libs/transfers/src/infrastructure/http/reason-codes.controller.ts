import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { ReadReasonCodes } from '../../application/read-reason-codes.js';
import { ReasonCodeResponse, ReasonCodesResponse } from './reason-codes.resources.js';

@ApiTags('Reason codes')
@Controller('reference/reason-codes')
export class ReasonCodesController {
  constructor(private readonly readReasonCodes: ReadReasonCodes) {}

  @Get()
  @Operation('List the reasons that a transfer may give', {
    id: 'listReasonCodes',
    description: 'Each with its meaning, the next step, and the network codes that lead to it.',
    scope: 'read:transfers',
    answers: ReasonCodesResponse,
  })
  list(): ReasonCodesResponse {
    return { reason_codes: this.readReasonCodes.all() };
  }

  @Get(':code')
  @Operation('Get a reason, by its code or by one of a network', {
    id: 'getReasonCode',
    scope: 'read:transfers',
    answers: ReasonCodeResponse,
    description: 'For a code of a network (`R01`, `AC04`) the reason that it means, with that network code alone.',
  })
  get(@Param('code') code: string): ReasonCodeResponse {
    return { reason_code: this.readReasonCodes.one(code) };
  }
}
