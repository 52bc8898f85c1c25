import { Controller, Get, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from '../server/operation.js';
import { Health } from './health.js';
import { LivenessResponse, ReadinessResponse, StartupResponse } from './health.resources.js';

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  @Operation('Whether the process runs', {
    id: 'checkLiveness',
    description: 'Needs no token. Restart the process when this fails.',
    answers: LivenessResponse,
  })
  live(): LivenessResponse {
    return { status: 'live' };
  }

  @Get('startup')
  @Operation('Whether the process has started', {
    id: 'checkStartup',
    description: 'Needs no token. 503 until the process has started.',
    answers: StartupResponse,
  })
  @ApiResponse({ status: 503, description: 'Not yet', type: StartupResponse, example: { status: 'starting' } })
  startup(@Res({ passthrough: true }) reply: FastifyReply): StartupResponse {
    const started = this.health.hasStarted;
    reply.status(started ? 200 : 503);
    return { status: started ? 'started' : 'starting' };
  }

  @Get('ready')
  @Operation('Whether the process can take requests', {
    id: 'checkReadiness',
    description:
      'Needs no token. Send no requests to a process that answers 503; the failing checks are listed in `checks`.',
    answers: ReadinessResponse,
  })
  @ApiResponse({
    status: 503,
    description: 'It cannot, for the checks that say so',
    type: ReadinessResponse,
    example: { status: 'not_ready', checks: { database: 'down', queue: 'degraded', outbox: 'degraded' } },
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessResponse> {
    const readiness = await this.health.readiness();
    reply.status(readiness.status === 'not_ready' ? 503 : 200);
    return readiness;
  }
}
