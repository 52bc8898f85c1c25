import { Controller, Get, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from '../server/operation.js';
import { Health } from './health.js';
import { LivenessResponse, ReadinessResponse, StartupResponse } from './health.response.js';

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  @Operation('Check that the process runs', {
    id: 'checkLiveness',
    description: 'No token is required. Restart the process if this check fails.',
    response: LivenessResponse,
  })
  live(): LivenessResponse {
    return { status: 'live' };
  }

  @Get('startup')
  @Operation('Check that the process has started', {
    id: 'checkStartup',
    description: 'No token is required. Returns 503 until the process has started.',
    response: StartupResponse,
  })
  @ApiResponse({ status: 503, description: 'Not started yet.', type: StartupResponse, example: { status: 'starting' } })
  startup(@Res({ passthrough: true }) reply: FastifyReply): StartupResponse {
    const started = this.health.hasStarted;
    reply.status(started ? 200 : 503);
    return { status: started ? 'started' : 'starting' };
  }

  @Get('ready')
  @Operation('Check that the process can accept requests', {
    id: 'checkReadiness',
    description:
      'No token is required. Do not send requests to a process that returns 503. The failing checks are listed in `checks`.',
    response: ReadinessResponse,
  })
  @ApiResponse({
    status: 503,
    description: 'Not ready. The failing checks are listed in `checks`.',
    type: ReadinessResponse,
    example: { status: 'not_ready', checks: { database: 'down', queue: 'degraded', outbox: 'degraded' } },
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessResponse> {
    const readiness = await this.health.readiness();
    reply.status(readiness.status === 'not_ready' ? 503 : 200);
    return readiness;
  }
}
