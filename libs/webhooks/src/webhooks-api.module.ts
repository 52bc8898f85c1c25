import { Module } from '@nestjs/common';
import { WakeListener } from '@payments/messaging';
import { CreateWebhookConfiguration } from './application/create-webhook-configuration.js';
import { DeleteWebhookConfiguration } from './application/delete-webhook-configuration.js';
import { InvokeWebhook } from './application/invoke-webhook.js';
import { ListEventDeliveries } from './application/list-event-deliveries.js';
import { ListWebhookConfigurations } from './application/list-webhook-configurations.js';
import { ListWebhookDeliveries } from './application/list-webhook-deliveries.js';
import { ListWebhookEvents } from './application/list-webhook-events.js';
import { GetEnterpriseKeypair } from './application/get-enterprise-keypair.js';
import { GetRecovery } from './application/get-recovery.js';
import { GetWebhookConfiguration } from './application/get-webhook-configuration.js';
import { GetWebhookEvent } from './application/get-webhook-event.js';
import { GetWebhookSecret } from './application/get-webhook-secret.js';
import { RecoverWebhookDeliveries } from './application/recover-webhook-deliveries.js';
import { RedeliverWebhookEvent } from './application/redeliver-webhook-event.js';
import { RotateEnterpriseKeypair } from './application/rotate-enterprise-keypair.js';
import { RotateWebhookSecret } from './application/rotate-webhook-secret.js';
import { TestWebhookConfiguration } from './application/test-webhook-configuration.js';
import { UpdateWebhookConfiguration } from './application/update-webhook-configuration.js';
import { ShowDelivery } from './application/show-delivery.js';
import { StreamEvents } from './application/stream-events.js';
import { EventStreams, PublishedSignals } from './application/stream-ports.js';
import { EventStreamController } from './infrastructure/http/event-stream.controller.js';
import { WebhookConfigurationsController } from './infrastructure/http/webhook-configurations.controller.js';
import { WebhookDeliveriesController } from './infrastructure/http/webhook-deliveries.controller.js';
import { WebhookEventsController } from './infrastructure/http/webhook-events.controller.js';
import { WebhookSecretController } from './infrastructure/http/webhook-secret.controller.js';
import { EventStreamsRepository } from './infrastructure/persistence/event-streams.repository.js';
import { EventFeed } from './infrastructure/queue/event-feed.js';
import { WebhooksModule } from './webhooks.module.js';

/** The webhook operations. */
@Module({
  imports: [WebhooksModule],
  controllers: [
    WebhookConfigurationsController,
    WebhookDeliveriesController,
    WebhookEventsController,
    WebhookSecretController,
    EventStreamController,
  ],
  providers: [
    CreateWebhookConfiguration,
    ListWebhookConfigurations,
    GetWebhookConfiguration,
    UpdateWebhookConfiguration,
    DeleteWebhookConfiguration,
    GetWebhookSecret,
    GetEnterpriseKeypair,
    InvokeWebhook,
    ListEventDeliveries,
    ListWebhookDeliveries,
    ListWebhookEvents,
    GetRecovery,
    GetWebhookEvent,
    RecoverWebhookDeliveries,
    RedeliverWebhookEvent,
    RotateEnterpriseKeypair,
    RotateWebhookSecret,
    TestWebhookConfiguration,
    ShowDelivery,
    StreamEvents,
    WakeListener,
    { provide: EventStreams, useClass: EventStreamsRepository },
    { provide: PublishedSignals, useClass: EventFeed },
  ],
})
export class WebhooksApiModule {}
