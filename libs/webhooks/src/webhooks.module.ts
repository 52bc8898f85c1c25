import { Module } from '@nestjs/common';
import { CONFIG, OutgoingHttp } from '@payments/platform';
import type { Config } from '@payments/platform';
import {
  Deliveries,
  EnterpriseKeypairs,
  EventPublications,
  KeypairFactory,
  WebhookConfigurations,
  WebhookSecrets,
} from './application/ports.js';
import { ProvideEnterpriseKeypair } from './application/provide-enterprise-keypair.js';
import { DeliveriesRepository } from './infrastructure/persistence/deliveries.repository.js';
import { EnterpriseKeypairsRepository } from './infrastructure/persistence/enterprise-keypairs.repository.js';
import { EventPublicationsRepository } from './infrastructure/persistence/event-publications.repository.js';
import { WebhookConfigurationsRepository } from './infrastructure/persistence/webhook-configurations.repository.js';
import { RsaKeypairFactory } from './infrastructure/signing/rsa-keypair-factory.js';
import { SealedWebhookSecrets } from './infrastructure/signing/sealed-webhook-secrets.js';

const outgoing = {
  provide: OutgoingHttp,
  inject: [CONFIG],
  useFactory: ({ environment, webhookAllowPrivate }: Config) =>
    new OutgoingHttp({ environment, allowPrivate: webhookAllowPrivate }),
};

const ports = [
  outgoing,
  { provide: WebhookConfigurations, useClass: WebhookConfigurationsRepository },
  { provide: Deliveries, useClass: DeliveriesRepository },
  { provide: EventPublications, useClass: EventPublicationsRepository },
  { provide: EnterpriseKeypairs, useClass: EnterpriseKeypairsRepository },
  { provide: WebhookSecrets, useClass: SealedWebhookSecrets },
  { provide: KeypairFactory, useClass: RsaKeypairFactory },
];

/** Configurations, deliveries and keys, for every process that needs them. */
@Module({
  providers: [...ports, ProvideEnterpriseKeypair],
  exports: [...ports.map(({ provide }) => provide), ProvideEnterpriseKeypair],
})
export class WebhooksModule {}
