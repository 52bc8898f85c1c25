import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { GetReasonCode } from '../../application/get-reason-code.js';
import { ListReasonCodes } from '../../application/list-reason-codes.js';
import { ReasonCodeResponse, ReasonCodesResponse } from './reason-codes.response.js';

@ApiTags('Reason codes')
@Controller('reference/reason-codes')
export class ReasonCodesController {
  constructor(
    private readonly listReasonCodes: ListReasonCodes,
    private readonly getReasonCode: GetReasonCode,
  ) {}

  @Get()
  @Operation('List the reason codes of transfers', {
    id: 'listReasonCodes',
    description: 'Each reason has its meaning, the next step, and the network codes that map to it.',
    scope: 'read:transfers',
    response: ReasonCodesResponse,
  })
  list(): ReasonCodesResponse {
    return { reason_codes: this.listReasonCodes.execute() };
  }

  @Get(':code')
  @Operation('Get a reason by its code or by a network code', {
    id: 'getReasonCode',
    scope: 'read:transfers',
    response: ReasonCodeResponse,
    description:
      'For a network code (`R01`, `AC04`), the response is the reason that it maps to, with only that network code.',
  })
  get(@Param('code') code: string): ReasonCodeResponse {
    return { reason_code: this.getReasonCode.execute(code) };
  }
}
