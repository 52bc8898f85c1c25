import { Module } from '@nestjs/common';
import { DeliverWebhook } from './application/deliver-webhook.js';
import { DisableConfiguration } from './application/disable-configuration.js';
import { HoldDelivery } from './application/hold-delivery.js';
import { Jitter, WebhookSender } from './application/ports.js';
import { PublishEvents } from './application/publish-events.js';
import { RecordAttempt } from './application/record-attempt.js';
import { EnterpriseCreatedHandler } from './infrastructure/queue/enterprise-created.handler.js';
import { EventPublicationSweep } from './infrastructure/queue/event-publication.sweep.js';
import { WebhookDeliveriesHandler } from './infrastructure/queue/webhook-deliveries.handler.js';
import { HttpWebhookSender } from './infrastructure/sending/http-webhook-sender.js';
import { WebhookSigner } from './infrastructure/signing/webhook-signer.js';
import { WebhooksModule } from './webhooks.module.js';

/** Publication and delivery. */
@Module({
  imports: [WebhooksModule],
  providers: [
    { provide: WebhookSender, useClass: HttpWebhookSender },
    { provide: Jitter, useValue: { next: Math.random } },
    WebhookSigner,
    PublishEvents,
    DeliverWebhook,
    RecordAttempt,
    HoldDelivery,
    DisableConfiguration,
    EnterpriseCreatedHandler,
    EventPublicationSweep,
    WebhookDeliveriesHandler,
  ],
})
export class WebhooksWorkerModule {}
