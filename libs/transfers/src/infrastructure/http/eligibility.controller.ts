import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/platform';
import { CheckEligibility } from '../../application/check-eligibility.js';
import { EligibilityDto, EligibilityResponse } from './eligibility.dto.js';

@ApiTags('Rails')
@Controller('deliver/eligibility')
export class EligibilityController {
  constructor(private readonly checkEligibility: CheckEligibility) {}

  @Post()
  @Operation('See which rails a credit to a bank could take now', {
    id: 'checkEligibility',
    scope: 'read:transfers',
    answers: EligibilityResponse,
    description: 'Without `speed` every rail is judged, as for `asap`; without `amount` no limit is reached.',
  })
  async check(@Body() body: EligibilityDto): Promise<EligibilityResponse> {
    return { eligibility: await this.checkEligibility.execute(body) };
  }
}
