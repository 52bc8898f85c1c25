import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { RecoveryView } from '../../application/recovery.view.js';
import type { WebhookTestView } from '../../application/test-webhook-configuration.js';
import type { WebhookAttemptView, WebhookDeliveryView } from '../../application/webhook-delivery.view.js';
import { SHOWN_STATUSES } from '../../domain/delivery.js';
import type { ShownStatus } from '../../domain/delivery.js';
import { EVENT_TYPES } from '../../domain/event-types.js';
import { RECOVERABLE } from '../../domain/recovery.js';

@ApiSchema({ name: 'WebhookAttempt' })
class WebhookAttemptResponse implements WebhookAttemptView {
  @ApiProperty({ type: String, format: 'date-time' })
  declare attempted_at: string;

  @ApiProperty({ type: 'integer' })
  declare duration_ms: number;

  @ApiPropertyOptional({ type: 'integer', description: 'The HTTP status that the endpoint returned' })
  declare status_code?: number;

  @ApiPropertyOptional({ type: String, description: 'Why the attempt failed', example: 'timeout' })
  declare error?: string;

  @ApiPropertyOptional({ type: String, description: 'The first 4 KiB of the response body of the endpoint' })
  declare response_body?: string;
}

@ApiSchema({ name: 'WebhookDelivery' })
class WebhookDeliveryResponse implements WebhookDeliveryView {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  declare event_id: string;

  @ApiProperty({ type: String, enum: EVENT_TYPES })
  declare event_type: string;

  @ApiProperty({ type: String, format: 'uuid' })
  declare configuration_id: string;

  @ApiProperty({ type: String, enum: SHOWN_STATUSES })
  declare status: ShownStatus;

  @ApiProperty({
    type: [WebhookAttemptResponse],
    description: 'Oldest first. The newest three include the response body',
  })
  declare attempts: readonly WebhookAttemptView[];

  @ApiPropertyOptional({ type: String, format: 'date-time' })
  declare next_attempt_at?: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare updated_at: string;
}

export class WebhookDeliveriesResponse {
  @ApiProperty({ type: [WebhookDeliveryResponse] })
  declare deliveries: readonly WebhookDeliveryView[];
}

class RecoveryDetailsResponse implements RecoveryView {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  declare configuration_id: string;

  @ApiProperty({ type: String, enum: ['running', 'completed'] })
  declare state: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare since: string;

  @ApiPropertyOptional({ type: [String] })
  declare event_types?: readonly string[];

  @ApiProperty({ type: String, enum: RECOVERABLE, isArray: true })
  declare status: readonly string[];

  @ApiProperty({ type: 'integer', description: 'Deliveries that were checked so far' })
  declare examined: number;

  @ApiProperty({ type: 'integer', description: 'Deliveries that are retried' })
  declare recovered: number;

  @ApiProperty({ type: String })
  declare created_by: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare updated_at: string;
}

export class RecoveryResponse {
  @ApiProperty({ type: RecoveryDetailsResponse })
  declare recovery: RecoveryView;
}

class WebhookTestDetailsResponse extends WebhookAttemptResponse implements WebhookTestView {
  @ApiProperty({ type: String, format: 'uuid' })
  declare event_id: string;

  @ApiProperty({ type: String, enum: EVENT_TYPES })
  declare event_type: string;

  @ApiProperty({ type: Boolean })
  declare delivered: boolean;
}

export class WebhookTestResponse {
  @ApiProperty({ type: WebhookTestDetailsResponse })
  declare test: WebhookTestView;
}
