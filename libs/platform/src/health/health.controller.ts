import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from '../http/operation.js';
import { Health } from './health.js';

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  @Operation('Whether the process runs')
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('startup')
  @Operation('Whether the process has started')
  startup(@Res({ passthrough: true }) reply: FastifyReply): { status: string } {
    const started = this.health.hasStarted;
    reply.status(started ? 200 : 503);
    return { status: started ? 'started' : 'starting' };
  }

  @Get('ready')
  @Operation('Whether the process can take requests')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const readiness = await this.health.readiness();
    reply.status(readiness.status === 'not_ready' ? 503 : 200);
    return readiness;
  }
}
