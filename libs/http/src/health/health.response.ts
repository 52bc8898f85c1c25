import { ApiProperty } from '@nestjs/swagger';
import type { Readiness } from './health.js';

export class LivenessResponse {
  @ApiProperty({ type: String, enum: ['live'] })
  readonly status!: 'live';
}

export class StartupResponse {
  @ApiProperty({ type: String, enum: ['started', 'starting'] })
  readonly status!: 'started' | 'starting';
}

export class ReadinessResponse implements Readiness {
  @ApiProperty({
    type: String,
    enum: ['ready', 'degraded', 'not_ready'],
    description: '`degraded`: the process accepts requests, but background work may be late',
  })
  readonly status!: Readiness['status'];

  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'string', enum: ['ok', 'degraded', 'down', 'draining'] },
    description:
      'The checks: database, queue, outbox and clock; in a worker also the bank connector and the screening list; during a shutdown also the shutdown',
  })
  readonly checks!: Readiness['checks'];
}
