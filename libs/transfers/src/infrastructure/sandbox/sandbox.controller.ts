import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { ResetSandbox } from './reset-sandbox.js';
import { SandboxClock } from './sandbox-clock.js';
import { AdvanceClockDto, SetTransferOutcomeDto } from './sandbox.dto.js';
import { ClockResponse, SandboxMessageResponse } from './sandbox.response.js';
import { SetTransferOutcome } from './set-transfer-outcome.js';

@ApiTags('Sandbox')
@Controller('sandbox')
export class SandboxController {
  constructor(
    private readonly clock: SandboxClock,
    private readonly setTransferOutcome: SetTransferOutcome,
    private readonly resetSandbox: ResetSandbox,
  ) {}

  @Get('clock')
  @Operation('Read the banking clock', {
    id: 'getSandboxClock',
    description: 'Banking time is real time plus the advances of the clock. Only in the sandbox.',
    scope: 'read:transfers',
    response: ClockResponse,
  })
  async showClock(): Promise<ClockResponse> {
    return { clock: await this.clock.show() };
  }

  @Post('clock/advance')
  @Operation('Advance the banking clock', {
    id: 'advanceSandboxClock',
    scope: 'write:transfers',
    response: ClockResponse,
    description: 'Everything that was scheduled for the skipped banking time happens now, in order.',
  })
  async advanceClock(@Body() body: AdvanceClockDto): Promise<ClockResponse> {
    return { clock: await this.clock.advance(body) };
  }

  @Post('transfers/:id/outcome')
  @Operation('Set the outcome of a transfer', {
    id: 'setTransferOutcome',
    scope: 'write:transfers',
    response: SandboxMessageResponse,
    status: 202,
    description:
      'A leg that is not yet submitted gets the outcome after its submission; a submitted leg is returned, rejected or corrected now. Without `leg`, the outcome applies to the destination if there is one.',
  })
  async setOutcome(@Param('id') id: string, @Body() body: SetTransferOutcomeDto): Promise<SandboxMessageResponse> {
    await this.setTransferOutcome.execute(id, body);
    return { message: 'The requested outcome is scheduled.' };
  }

  @Post('reset')
  @Operation('Reset the sandbox', {
    id: 'resetSandbox',
    scope: 'write:balances',
    response: SandboxMessageResponse,
    description:
      'Resets the available balance and the banking clock to their initial values. Stored data remains, and transfers in progress continue.',
  })
  async reset(): Promise<SandboxMessageResponse> {
    await this.resetSandbox.execute();
    return { message: 'The balance and the clock are reset.' };
  }
}
