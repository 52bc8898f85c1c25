import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { EnterpriseKeypairView } from '../../application/get-enterprise-keypair.js';
import type { WebhookConfigurationView } from '../../application/webhook-configuration.view.js';
import { SUBSCRIPTIONS } from '../../domain/event-types.js';
import { DATA_VERSION, DISABLED_REASONS } from '../../domain/webhook-configuration.js';
import type { DisabledReason } from '../../domain/webhook-configuration.js';

class WebhookConfigurationDetailsResponse implements WebhookConfigurationView {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String })
  declare enterprise_name: string;

  @ApiProperty({ type: String, example: DATA_VERSION })
  declare data_version: string;

  @ApiProperty({ type: String, enum: SUBSCRIPTIONS, isArray: true, example: ['subscribe_all'] })
  declare event_types: string[];

  @ApiProperty({ type: Boolean, description: 'Whether events are sent' })
  declare enabled: boolean;

  @ApiPropertyOptional({
    enum: DISABLED_REASONS,
    description:
      'Why the service stopped sending: `endpoint_gone` after an answer 410, `endpoint_abandoned` after 120 hours without a success. Repair the endpoint and enable it again',
  })
  declare disabled_reason?: DisabledReason;

  @ApiProperty({ type: String, format: 'uri', description: 'Where webhooks are sent' })
  declare url: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare updated_at: string;

  @ApiProperty({ type: String, description: 'Client id or portal user name' })
  declare created_by: string;

  @ApiProperty({ type: String, description: 'Client id or portal user name' })
  declare updated_by: string;
}

export class WebhookConfigurationResponse {
  @ApiProperty({ type: WebhookConfigurationDetailsResponse })
  declare webhook_configuration: WebhookConfigurationView;
}

export class WebhookConfigurationsResponse {
  @ApiProperty({ type: [WebhookConfigurationDetailsResponse] })
  declare webhook_configurations: readonly WebhookConfigurationView[];
}

export class WebhookSecretResponse {
  @ApiProperty({
    type: String,
    description: 'Verifies the `webhook-signature` header',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  declare secret: string;
}

class EnterpriseKeypairDetailsResponse implements EnterpriseKeypairView {
  @ApiProperty({ type: String, format: 'uuid' })
  declare id: string;

  @ApiProperty({ type: String })
  declare enterprise_name: string;

  @ApiProperty({ type: String, description: 'RSA public key in PEM. Verifies the `Signature` header' })
  declare public_key: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  declare updated_at: string;
}

export class EnterpriseKeypairResponse {
  @ApiProperty({ type: EnterpriseKeypairDetailsResponse })
  declare enterprise_keypair: EnterpriseKeypairView;
}
