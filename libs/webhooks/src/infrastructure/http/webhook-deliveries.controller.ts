import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ListWebhookDeliveries } from '../../application/list-webhook-deliveries.js';
import { GetRecovery } from '../../application/get-recovery.js';
import { RecoverWebhookDeliveries } from '../../application/recover-webhook-deliveries.js';
import { TestWebhookConfiguration } from '../../application/test-webhook-configuration.js';
import { RecoveryResponse, WebhookDeliveriesResponse, WebhookTestResponse } from './webhook-deliveries.response.js';
import { RecoverRequest, TestRequest, WebhookDeliveryQuery } from './webhook-requests.dto.js';

const read = { scope: 'read:webhook-configurations' } as const;
const write = { scope: 'write:webhook-configurations' } as const;

@ApiTags('Webhooks')
@Controller('webhooks/configurations/:id')
export class WebhookDeliveriesController {
  constructor(
    private readonly listDeliveries: ListWebhookDeliveries,
    private readonly recoverDeliveries: RecoverWebhookDeliveries,
    private readonly getRecovery: GetRecovery,
    private readonly testConfiguration: TestWebhookConfiguration,
  ) {}

  @Get('deliveries')
  @Operation('List the deliveries to a webhook configuration with their attempts, newest first', {
    id: 'listWebhookDeliveries',
    description: 'Each attempt has its time, status, error and the start of the response body.',
    ...read,
    response: WebhookDeliveriesResponse,
  })
  async list(
    @Param('id') id: string,
    @Query() query: WebhookDeliveryQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookDeliveriesResponse> {
    return { deliveries: linkHeader(reply, await this.listDeliveries.execute(id, query)) };
  }

  @Post('recover')
  @Operation('Retry failed deliveries since a time', {
    id: 'recoverWebhookDeliveries',
    description:
      'Runs in the background. `GET /webhooks/configurations/{id}/recoveries/{recovery_id}` returns the progress.',
    ...write,
    status: 202,
    response: RecoveryResponse,
    idempotent: true,
  })
  async recover(@Param('id') id: string, @Body() body: RecoverRequest): Promise<RecoveryResponse> {
    return { recovery: await this.recoverDeliveries.execute(id, body) };
  }

  @Get('recoveries/:recovery_id')
  @Operation('Read the progress of a recovery', {
    id: 'getWebhookRecovery',
    description: '`state` is `completed` after every delivery was checked.',
    ...read,
    response: RecoveryResponse,
  })
  async recovery(@Param('id') id: string, @Param('recovery_id') recoveryId: string): Promise<RecoveryResponse> {
    return { recovery: await this.getRecovery.execute(id, recoveryId) };
  }

  @Post('test')
  @Operation('Send a sample event to a webhook configuration and return the result', {
    id: 'testWebhookConfiguration',
    description:
      'Sends one signed sample event now and returns the response of the endpoint. The body is optional. The event is not retried.',
    scope: 'invoke:webhook',
    response: WebhookTestResponse,
  })
  async test(@Param('id') id: string, @Body() body: TestRequest): Promise<WebhookTestResponse> {
    return { test: await this.testConfiguration.execute(id, body) };
  }
}
