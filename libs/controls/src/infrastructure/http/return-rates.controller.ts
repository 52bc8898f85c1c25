import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { ReadReturnRates } from '../../application/read-return-rates.js';
import { ReturnRatesResponse } from './return-rates.response.js';

@ApiTags('Controls')
@Controller('deliver/return-rates')
export class ReturnRatesController {
  constructor(private readonly returnRates: ReadReturnRates) {}

  @Get()
  @Operation('Get the return rates of debits', {
    id: 'getReturnRates',
    description:
      'Over the last 60 days, by the effective date of the debit, against the limits of Nacha. Micro-entries and prenotes are ' +
      'counted apart, in `account_verification`. Empty until a debit, a micro-entry or a prenote was sent.',
    scope: 'read:transfers',
    response: ReturnRatesResponse,
  })
  async get(): Promise<ReturnRatesResponse> {
    return { return_rates: await this.returnRates.execute() };
  }
}
