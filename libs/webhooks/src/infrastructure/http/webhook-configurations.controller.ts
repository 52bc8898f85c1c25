import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, ListQuery, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { CreateWebhookConfiguration } from '../../application/create-webhook-configuration.js';
import { DeleteWebhookConfiguration } from '../../application/delete-webhook-configuration.js';
import { ListWebhookConfigurations } from '../../application/list-webhook-configurations.js';
import { GetWebhookConfiguration } from '../../application/get-webhook-configuration.js';
import { UpdateWebhookConfiguration } from '../../application/update-webhook-configuration.js';
import { WebhookConfigurationRequest } from './webhook-configuration.dto.js';
import { WebhookConfigurationResponse, WebhookConfigurationsResponse } from './webhook.response.js';

const read = { scope: 'read:webhook-configurations' } as const;
const write = { scope: 'write:webhook-configurations' } as const;

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookConfigurationsController {
  constructor(
    private readonly createConfiguration: CreateWebhookConfiguration,
    private readonly listConfigurations: ListWebhookConfigurations,
    private readonly getConfiguration: GetWebhookConfiguration,
    private readonly updateConfiguration: UpdateWebhookConfiguration,
    private readonly deleteConfiguration: DeleteWebhookConfiguration,
  ) {}

  @Post('configurations')
  @Operation('Create a webhook configuration', {
    id: 'createWebhookConfiguration',
    description:
      'Events that match `event_types` are sent to `url` while `enabled` is true. `GET /webhooks/configurations/{id}/secret` returns the secret that verifies them.',
    ...write,
    response: WebhookConfigurationResponse,
    idempotent: true,
  })
  async create(@Body() body: WebhookConfigurationRequest): Promise<WebhookConfigurationResponse> {
    return { webhook_configuration: await this.createConfiguration.execute(body) };
  }

  @Get('configurations')
  @Operation('List the webhook configurations, newest first', {
    id: 'listWebhookConfigurations',
    description: 'An enterprise has at most 20.',
    ...read,
    response: WebhookConfigurationsResponse,
  })
  async list(
    @Query() query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookConfigurationsResponse> {
    return { webhook_configurations: linkHeader(reply, await this.listConfigurations.execute(query)) };
  }

  @Get('configurations/:id')
  @Operation('Read a webhook configuration', {
    id: 'getWebhookConfiguration',
    description:
      '`enabled` is also false after the service disabled the configuration: after days without a successful delivery, or after a 410 response.',
    ...read,
    response: WebhookConfigurationResponse,
  })
  async read(@Param('id') id: string): Promise<WebhookConfigurationResponse> {
    return { webhook_configuration: await this.getConfiguration.execute(id) };
  }

  @Put('configurations/:id')
  @Operation('Update a webhook configuration', {
    id: 'updateWebhookConfiguration',
    description:
      'Replaces all fields. While a configuration is disabled, its events are held for up to 30 days, and are sent after it is enabled again.',
    ...write,
    response: WebhookConfigurationResponse,
  })
  async update(
    @Param('id') id: string,
    @Body() body: WebhookConfigurationRequest,
  ): Promise<WebhookConfigurationResponse> {
    return { webhook_configuration: await this.updateConfiguration.execute(id, body) };
  }

  @Delete('configurations/:id')
  @Operation('Delete a webhook configuration', {
    id: 'deleteWebhookConfiguration',
    description: 'Deliveries that have not succeeded are dropped. The events remain in `GET /webhooks/events`.',
    ...write,
    status: 204,
  })
  delete(@Param('id') id: string): Promise<void> {
    return this.deleteConfiguration.execute(id);
  }
}
