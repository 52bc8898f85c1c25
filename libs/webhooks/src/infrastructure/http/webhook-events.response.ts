import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
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

class WebhookEventResource extends EventBase implements WebhookEventView {
  @ApiProperty({ type: 'integer', description: 'Position in the event log. Continue with after=<position>' })
  declare position: number;

  @ApiPropertyOptional(TEST)
  declare test?: boolean;
}

export class WebhookEventsAnswer {
  @ApiProperty({ type: [WebhookEventResource] })
  declare events: readonly WebhookEventView[];
}

export class WebhookEventAnswer {
  @ApiProperty({ type: WebhookEventResource })
  declare event: WebhookEventView;
}

class TestEventResource extends EventBase implements TestEventView {
  @ApiProperty(TEST)
  declare test: boolean;
}

export class TestEventAnswer {
  @ApiProperty({ type: TestEventResource })
  declare event: TestEventView;
}

export class RepeatedDeliveryResource {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  declare configuration_id: string;
}

export class RedeliveryAnswer {
  @ApiProperty({ type: [RepeatedDeliveryResource] })
  declare deliveries: readonly RepeatedDeliveryResource[];
}
