import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { CreditBalance } from '../../application/credit-balance.js';
import { SandboxCreditDto } from './ledger.dto.js';
import { BalanceResponse } from './ledger.response.js';

@ApiTags('Sandbox')
@Controller('sandbox/balance')
export class SandboxBalanceController {
  constructor(private readonly creditBalance: CreditBalance) {}

  @Post('credit')
  @Operation('Add money to the available balance in the sandbox', {
    id: 'creditSandboxBalance',
    scope: 'write:balances',
    response: BalanceResponse,
    idempotent: true,
    description: 'Simulates an incoming wire. This route does not exist in production.',
  })
  async credit(@Body() { amount }: SandboxCreditDto): Promise<BalanceResponse> {
    const { balance, total_balance } = await this.creditBalance.execute({ amount });
    return { balance, total_balance };
  }
}
