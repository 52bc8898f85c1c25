import { Module } from '@nestjs/common';
import { DisableConfiguration } from './application/disable-configuration.js';
import { MakeAttempt } from './application/make-attempt.js';
import { Jitter } from './application/ports.js';
import { PublishEvents } from './application/publish-events.js';
import { RecordAttempt } from './application/record-attempt.js';
import { AttemptTelemetry } from './application/attempt-telemetry.js';
import { RunRecovery } from './application/run-recovery.js';
import { DeliverToEndpoint } from './application/deliver-to-endpoint.js';
import { EnterpriseCreatedHandler } from './infrastructure/queue/enterprise-created.handler.js';
import { EventPublicationSweep } from './infrastructure/queue/event-publication.sweep.js';
import { WebhookDeliveriesHandler } from './infrastructure/queue/webhook-deliveries.handler.js';
import { WebhookRecoveriesHandler } from './infrastructure/queue/webhook-recoveries.handler.js';
import { WebhooksModule } from './webhooks.module.js';

/** Publication and delivery. */
@Module({
  imports: [WebhooksModule],
  providers: [
    { provide: Jitter, useValue: { next: Math.random } },
    PublishEvents,
    DeliverToEndpoint,
    RunRecovery,
    MakeAttempt,
    RecordAttempt,
    AttemptTelemetry,
    DisableConfiguration,
    EnterpriseCreatedHandler,
    EventPublicationSweep,
    WebhookDeliveriesHandler,
    WebhookRecoveriesHandler,
  ],
})
export class WebhooksWorkerModule {}
