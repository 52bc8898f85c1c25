import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { TestEventView } from '../../application/invoke-webhook.js';
import type { WebhookEventView } from '../../application/webhook-event.view.js';
import { EVENT_TYPES } from '../../domain/event-types.js';

const TEST = { type: Boolean, description: 'Whether this is a test event of a caller' } as const;

class EventBase {
  @ApiProperty({ type: String, format: 'uuid' })
  declare event_id: string;

  @ApiProperty({ type: String, enum: EVENT_TYPES })
  declare event_type: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare created_at: string;

  @ApiProperty({
    type: Object,
    additionalProperties: true,
    description:
      'The resource under its key, as in the webhook: see PersonEventData, BusinessEventData, ' +
      'ExternalAccountEventData and TransferEventData. For a test event, the data that the caller sent',
  })
  declare event_data: object;

  @ApiProperty({ type: 'integer', description: 'Position among the events of one resource, from 1' })
  declare sequence: number;
}

class WebhookEventDetailsResponse extends EventBase implements WebhookEventView {
  @ApiProperty({ type: 'integer', description: 'Position in the event log. Continue with after=<position>' })
  declare position: number;

  @ApiPropertyOptional(TEST)
  declare test?: boolean;
}

export class WebhookEventsResponse {
  @ApiProperty({ type: [WebhookEventDetailsResponse] })
  declare events: readonly WebhookEventView[];
}

export class WebhookEventResponse {
  @ApiProperty({ type: WebhookEventDetailsResponse })
  declare event: WebhookEventView;
}

class TestEventDetailsResponse extends EventBase implements TestEventView {
  @ApiProperty(TEST)
  declare test: boolean;
}

export class TestEventResponse {
  @ApiProperty({ type: TestEventDetailsResponse })
  declare event: TestEventView;
}

@ApiSchema({ name: 'RepeatedDelivery' })
export class RepeatedDeliveryResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  declare configuration_id: string;
}

export class RedeliveryResponse {
  @ApiProperty({ type: [RepeatedDeliveryResponse] })
  declare deliveries: readonly RepeatedDeliveryResponse[];
}
