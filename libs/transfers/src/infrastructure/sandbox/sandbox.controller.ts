import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { ResetSandbox } from './reset-sandbox.js';
import { SandboxClock } from './sandbox-clock.js';
import { AdvanceClockDto, AskOutcomeDto, ClockResponse, SandboxMessageResponse } from './sandbox.dto.js';
import { SandboxOutcomes } from './sandbox-outcomes.js';

@ApiTags('Sandbox')
@Controller('sandbox')
export class SandboxController {
  constructor(
    private readonly clock: SandboxClock,
    private readonly outcomes: SandboxOutcomes,
    private readonly resetSandbox: ResetSandbox,
  ) {}

  @Get('clock')
  @Operation('Read the banking clock', {
    id: 'getSandboxClock',
    description: 'Banking time is real time plus what the clock was advanced. Only in the sandbox.',
    scope: 'read:transfers',
    answers: ClockResponse,
  })
  async showClock(): Promise<ClockResponse> {
    return { clock: await this.clock.show() };
  }

  @Post('clock/advance')
  @Operation('Move the banking clock on', {
    id: 'advanceSandboxClock',
    scope: 'write:transfers',
    answers: ClockResponse,
    description: 'Everything that waits for a banking time that passes happens now, in its order.',
  })
  async advanceClock(@Body() body: AdvanceClockDto): Promise<ClockResponse> {
    return { clock: await this.clock.advance(body) };
  }

  @Post('transfers/:id/outcome')
  @Operation('Say how a transfer ends', {
    id: 'setTransferOutcome',
    scope: 'write:transfers',
    answers: SandboxMessageResponse,
    status: 202,
    description:
      'A leg that has not gone out yet ends so when it does; one that has is returned, rejected or corrected now. Without `leg` the destination is meant, where there is one.',
  })
  async askOutcome(@Param('id') id: string, @Body() body: AskOutcomeDto): Promise<SandboxMessageResponse> {
    await this.outcomes.ask(id, body);
    return { message: 'The network will say so' };
  }

  @Post('reset')
  @Operation('Go back to the beginning', {
    id: 'resetSandbox',
    scope: 'write:balances',
    answers: SandboxMessageResponse,
    description:
      'The available balance and the banking clock are as they were at first. What is stored stays; transfers on their way go on.',
  })
  async reset(): Promise<SandboxMessageResponse> {
    await this.resetSandbox.execute();
    return { message: 'The balance and the clock are reset' };
  }
}
