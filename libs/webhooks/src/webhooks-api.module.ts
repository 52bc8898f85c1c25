import { Module } from '@nestjs/common';
import { CreateWebhookConfiguration } from './application/create-webhook-configuration.js';
import { DeleteWebhookConfiguration } from './application/delete-webhook-configuration.js';
import { InvokeWebhook } from './application/invoke-webhook.js';
import { ListWebhookConfigurations } from './application/list-webhook-configurations.js';
import { ListWebhookDeliveries } from './application/list-webhook-deliveries.js';
import { ListWebhookEvents } from './application/list-webhook-events.js';
import { ReadEnterpriseKeypair } from './application/read-enterprise-keypair.js';
import { ReadRecovery } from './application/read-recovery.js';
import { ReadWebhookConfiguration } from './application/read-webhook-configuration.js';
import { ReadWebhookEvent } from './application/read-webhook-event.js';
import { ReadWebhookSecret } from './application/read-webhook-secret.js';
import { RecoverWebhookDeliveries } from './application/recover-webhook-deliveries.js';
import { RedeliverWebhookEvent } from './application/redeliver-webhook-event.js';
import { RotateEnterpriseKeypair } from './application/rotate-enterprise-keypair.js';
import { RotateWebhookSecret } from './application/rotate-webhook-secret.js';
import { TestWebhookConfiguration } from './application/test-webhook-configuration.js';
import { UpdateWebhookConfiguration } from './application/update-webhook-configuration.js';
import { WebhookConfigurationsController } from './infrastructure/http/webhook-configurations.controller.js';
import { WebhookDeliveriesController } from './infrastructure/http/webhook-deliveries.controller.js';
import { WebhookEventsController } from './infrastructure/http/webhook-events.controller.js';
import { WebhookSecretController } from './infrastructure/http/webhook-secret.controller.js';
import { WebhooksModule } from './webhooks.module.js';

/** The webhook operations. */
@Module({
  imports: [WebhooksModule],
  controllers: [
    WebhookConfigurationsController,
    WebhookDeliveriesController,
    WebhookEventsController,
    WebhookSecretController,
  ],
  providers: [
    CreateWebhookConfiguration,
    ListWebhookConfigurations,
    ReadWebhookConfiguration,
    UpdateWebhookConfiguration,
    DeleteWebhookConfiguration,
    ReadWebhookSecret,
    ReadEnterpriseKeypair,
    InvokeWebhook,
    ListWebhookDeliveries,
    ListWebhookEvents,
    ReadRecovery,
    ReadWebhookEvent,
    RecoverWebhookDeliveries,
    RedeliverWebhookEvent,
    RotateEnterpriseKeypair,
    RotateWebhookSecret,
    TestWebhookConfiguration,
  ],
})
export class WebhooksApiModule {}
