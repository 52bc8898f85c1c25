import { Module } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import { OutgoingHttp } from '@payments/http-client';
import type { Config } from '@payments/config';
import { ConfigurationAudit } from './application/configuration-audit.js';
import { DeliveryHistory, EventHistory, Recoveries } from './application/history-ports.js';
import {
  ResponseBodyCipher,
  Deliveries,
  EnterpriseKeypairs,
  EventPublications,
  KeypairFactory,
  Notices,
  Endpoints,
  WebhookConfigurations,
  WebhookSecrets,
  WebhookSender,
} from './application/ports.js';
import { ProvideEnterpriseKeypair } from './application/provide-enterprise-keypair.js';
import { DeliveriesRepository } from './infrastructure/persistence/deliveries.repository.js';
import { DeliveryHistoryRepository } from './infrastructure/persistence/delivery-history.repository.js';
import { EnterpriseKeypairsRepository } from './infrastructure/persistence/enterprise-keypairs.repository.js';
import { EventHistoryRepository } from './infrastructure/persistence/event-history.repository.js';
import { EventPublicationsRepository } from './infrastructure/persistence/event-publications.repository.js';
import { NoticesRepository } from './infrastructure/persistence/notices.repository.js';
import { RecoveriesRepository } from './infrastructure/persistence/recoveries.repository.js';
import { EndpointsRepository } from './infrastructure/persistence/endpoints.repository.js';
import { EndpointGauges } from './infrastructure/persistence/endpoint-gauges.js';
import { WebhookConfigurationsRepository } from './infrastructure/persistence/webhook-configurations.repository.js';
import { HttpWebhookSender } from './infrastructure/sending/http-webhook-sender.js';
import { RsaKeypairFactory } from './infrastructure/signing/rsa-keypair-factory.js';
import { SealedResponseBodies } from './infrastructure/signing/sealed-response-bodies.js';
import { SealedWebhookSecrets } from './infrastructure/signing/sealed-webhook-secrets.js';
import { WebhookSigner } from './infrastructure/signing/webhook-signer.js';

const MAX_BODY_BYTES = 16 * 1024;

const outgoing = {
  provide: OutgoingHttp,
  inject: [CONFIG],
  useFactory: ({ environment, webhookAllowPrivate }: Config) =>
    new OutgoingHttp({ environment, allowPrivate: webhookAllowPrivate, maxBodyBytes: MAX_BODY_BYTES }),
};

const ports = [
  outgoing,
  { provide: WebhookConfigurations, useClass: WebhookConfigurationsRepository },
  { provide: Deliveries, useClass: DeliveriesRepository },
  { provide: Endpoints, useClass: EndpointsRepository },
  { provide: Notices, useClass: NoticesRepository },
  { provide: EventPublications, useClass: EventPublicationsRepository },
  { provide: EventHistory, useClass: EventHistoryRepository },
  { provide: DeliveryHistory, useClass: DeliveryHistoryRepository },
  { provide: Recoveries, useClass: RecoveriesRepository },
  { provide: EnterpriseKeypairs, useClass: EnterpriseKeypairsRepository },
  { provide: WebhookSecrets, useClass: SealedWebhookSecrets },
  { provide: ResponseBodyCipher, useClass: SealedResponseBodies },
  { provide: KeypairFactory, useClass: RsaKeypairFactory },
  { provide: WebhookSender, useClass: HttpWebhookSender },
];

/** Configurations, deliveries and keys, for every process that needs them. */
@Module({
  providers: [...ports, WebhookSigner, EndpointGauges, ProvideEnterpriseKeypair, ConfigurationAudit],
  exports: [...ports.map(({ provide }) => provide), ProvideEnterpriseKeypair, ConfigurationAudit],
})
export class WebhooksModule {}
