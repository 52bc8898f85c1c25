import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { InvokeWebhook } from '../../application/invoke-webhook.js';
import { ListEventDeliveries } from '../../application/list-event-deliveries.js';
import { ListWebhookEvents } from '../../application/list-webhook-events.js';
import { GetWebhookEvent } from '../../application/get-webhook-event.js';
import { RedeliverWebhookEvent } from '../../application/redeliver-webhook-event.js';
import { WebhookDeliveriesResponse } from './webhook-deliveries.response.js';
import {
  RedeliveryResponse,
  TestEventResponse,
  WebhookEventResponse,
  WebhookEventsResponse,
} from './webhook-events.response.js';
import { InvokeRequest, WebhookEventQuery } from './webhook-requests.dto.js';

const read = { scope: 'read:webhook-configurations' } as const;

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookEventsController {
  constructor(
    private readonly listEvents: ListWebhookEvents,
    private readonly getEvent: GetWebhookEvent,
    private readonly listDeliveries: ListEventDeliveries,
    private readonly redeliverEvent: RedeliverWebhookEvent,
    private readonly invokeWebhook: InvokeWebhook,
  ) {}

  @Get('events')
  @Operation('List the events of the last 30 days, oldest first', {
    id: 'listWebhookEvents',
    description: 'To catch up, pass the `position` of the last event you have seen as `after`.',
    ...read,
    response: WebhookEventsResponse,
  })
  async list(
    @Query() query: WebhookEventQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookEventsResponse> {
    return { events: linkHeader(reply, await this.listEvents.execute(query)) };
  }

  @Get('events/:id')
  @Operation('Read an event', {
    id: 'getWebhookEvent',
    description: 'Events are kept for 30 days.',
    ...read,
    response: WebhookEventResponse,
  })
  async read(@Param('id') id: string): Promise<WebhookEventResponse> {
    return { event: await this.getEvent.execute(id) };
  }

  @Get('events/:id/deliveries')
  @Operation('List the deliveries of an event to all webhook configurations', {
    id: 'listEventDeliveries',
    description: 'Oldest first, with their attempts. Deliveries to deleted configurations are not listed.',
    ...read,
    response: WebhookDeliveriesResponse,
  })
  async deliveries(@Param('id') id: string): Promise<WebhookDeliveriesResponse> {
    return { deliveries: await this.listDeliveries.execute(id) };
  }

  @Post('events/:id/redeliver')
  @Operation('Resend an event to every configuration that subscribes to it', {
    id: 'redeliverWebhookEvent',
    description: 'The signed body is the same, with the same `event_id`.',
    scope: 'write:webhook-configurations',
    status: 202,
    response: RedeliveryResponse,
  })
  async redeliver(@Param('id') id: string): Promise<RedeliveryResponse> {
    return { deliveries: await this.redeliverEvent.execute(id) };
  }

  @Post('invoke')
  @Operation('Send a test event with "test": true in its body', {
    id: 'invokeWebhook',
    description:
      '`data` is the resource under its key, as in real events, or the resource itself, which is then put under its ' +
      'key. As in real events, account numbers are masked, and birth dates and government ids are left out. The event ' +
      'goes to every enabled configuration that subscribes to its type. `GET /webhooks/events` lists it with ' +
      '`test: true`.',
    scope: 'invoke:webhook',
    status: 201,
    response: TestEventResponse,
    idempotent: true,
  })
  async invoke(@Body() body: InvokeRequest): Promise<TestEventResponse> {
    return { event: await this.invokeWebhook.execute(body) };
  }
}
