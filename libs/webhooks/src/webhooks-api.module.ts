import { Module } from '@nestjs/common';
import { CreateWebhookConfiguration } from './application/create-webhook-configuration.js';
import { DeleteWebhookConfiguration } from './application/delete-webhook-configuration.js';
import { ListWebhookConfigurations } from './application/list-webhook-configurations.js';
import { ReadEnterpriseKeypair } from './application/read-enterprise-keypair.js';
import { ReadWebhookConfiguration } from './application/read-webhook-configuration.js';
import { ReadWebhookSecret } from './application/read-webhook-secret.js';
import { UpdateWebhookConfiguration } from './application/update-webhook-configuration.js';
import { WebhookConfigurationsController } from './infrastructure/http/webhook-configurations.controller.js';
import { WebhookSecretController } from './infrastructure/http/webhook-secret.controller.js';
import { WebhooksModule } from './webhooks.module.js';

/** The webhook operations. */
@Module({
  imports: [WebhooksModule],
  controllers: [WebhookConfigurationsController, WebhookSecretController],
  providers: [
    CreateWebhookConfiguration,
    ListWebhookConfigurations,
    ReadWebhookConfiguration,
    UpdateWebhookConfiguration,
    DeleteWebhookConfiguration,
    ReadWebhookSecret,
    ReadEnterpriseKeypair,
  ],
})
export class WebhooksApiModule {}
