import { Controller, Get, Header, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { GetHealth } from '../../application/get-health.js';
import { GetReconciliation } from '../../application/get-reconciliation.js';
import { ReadBatches } from '../../application/read-batches.js';
import type { Caller } from './caller.js';
import { BatchQuery } from './operations.dto.js';
import { BatchesResponse, BatchResponse, HealthResponse, ReconciliationResponse } from './operations.response.js';
import { toBatchLegView, toBatchView, toReconciliationView } from './operations.view.js';

@ApiTags('Portal pages')
@Controller('portal')
export class OperationsController {
  constructor(
    private readonly getHealth: GetHealth,
    private readonly getReconciliation: GetReconciliation,
    private readonly readBatches: ReadBatches,
  ) {}

  @Get('health')
  @Header('Cache-Control', 'no-store')
  @Operation('Read how the work of the enterprise goes', {
    id: 'getPortalHealth',
    description:
      'Due work by queue, webhook endpoints and differences with the bank, of this enterprise alone, and why it is degraded if it is. Parts that the user may not read are left out.',
    scope: 'read:me',
    portal: true,
    response: HealthResponse,
  })
  async health(@Req() { user }: Caller): Promise<HealthResponse> {
    return { health: await this.getHealth.execute(user.scopes) };
  }

  @Get('reconciliation')
  @Header('Cache-Control', 'no-store')
  @Operation('Read the open differences with the bank', {
    id: 'getPortalReconciliation',
    description:
      'What the last daily comparison with the report of the bank has found, and is not resolved: the oldest 500, with their legs. Money is never moved by it.',
    scope: 'read:ledger',
    portal: true,
    response: ReconciliationResponse,
  })
  async reconciliation(): Promise<ReconciliationResponse> {
    return { reconciliation: toReconciliationView(await this.getReconciliation.execute()) };
  }

  @Get('batches')
  @Header('Cache-Control', 'no-store')
  @Operation('List batches, newest first', {
    id: 'listBatches',
    description: 'Debits and credits that were handed over to the bank together, and what has become of them since.',
    scope: 'read:transfers',
    portal: true,
    response: BatchesResponse,
  })
  async list(@Query() query: BatchQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<BatchesResponse> {
    return { batches: linkHeader(reply, await this.readBatches.list(query)).map(toBatchView) };
  }

  @Get('batches/:id')
  @Header('Cache-Control', 'no-store')
  @Operation('Read a batch with its legs', {
    id: 'getBatch',
    description: 'A batch has at most 500 legs.',
    scope: 'read:transfers',
    portal: true,
    response: BatchResponse,
  })
  async get(@Param('id') id: string): Promise<BatchResponse> {
    const { batch, legs } = await this.readBatches.get(id);
    return { batch: { ...toBatchView(batch), entries: legs.map(toBatchLegView) } };
  }
}
