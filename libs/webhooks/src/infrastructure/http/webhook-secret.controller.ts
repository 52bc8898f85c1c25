import { Controller, Get, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { GetEnterpriseKeypair } from '../../application/get-enterprise-keypair.js';
import { GetWebhookSecret } from '../../application/get-webhook-secret.js';
import { RotateEnterpriseKeypair } from '../../application/rotate-enterprise-keypair.js';
import { RotateWebhookSecret } from '../../application/rotate-webhook-secret.js';
import { EnterpriseKeypairResponse, WebhookSecretResponse } from './webhook.response.js';

const read = { scope: 'read:webhook-secret' } as const;
const write = { scope: 'write:webhook-secret' } as const;

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookSecretController {
  constructor(
    private readonly getKeypair: GetEnterpriseKeypair,
    private readonly rotateKeypair: RotateEnterpriseKeypair,
    private readonly getSecret: GetWebhookSecret,
    private readonly rotateSecret: RotateWebhookSecret,
  ) {}

  @Post('secret')
  @Operation('Create the key pair that signs webhooks, or read the existing one', {
    id: 'createWebhookKeypair',
    description: 'The key pair is created with the enterprise, so this returns the existing one.',
    ...write,
    response: EnterpriseKeypairResponse,
  })
  async create(): Promise<EnterpriseKeypairResponse> {
    return { enterprise_keypair: await this.getKeypair.execute() };
  }

  @Get('secret')
  @Operation('Read the public key that verifies webhooks', {
    id: 'getWebhookKeypair',
    description:
      'The key verifies the `Signature` header: RSA with SHA-256 over the body followed by its `created_at`.',
    ...read,
    response: EnterpriseKeypairResponse,
  })
  async read(): Promise<EnterpriseKeypairResponse> {
    return { enterprise_keypair: await this.getKeypair.execute() };
  }

  @Post('secret/rotate')
  @Operation('Rotate the key pair that signs webhooks', {
    id: 'rotateWebhookKeypair',
    description:
      'The new key signs from now on, and the old key no longer signs. Get the new public key before you verify the next webhook.',
    ...write,
    response: EnterpriseKeypairResponse,
  })
  async rotate(): Promise<EnterpriseKeypairResponse> {
    return { enterprise_keypair: await this.rotateKeypair.execute() };
  }

  @Get('configurations/:id/secret')
  @Header('Cache-Control', 'no-store')
  @Operation('Read the secret of a webhook configuration', {
    id: 'getWebhookSecret',
    description: 'The secret verifies the `webhook-signature` header, as in the Standard Webhooks specification.',
    ...read,
    response: WebhookSecretResponse,
  })
  secret(@Param('id') id: string): Promise<WebhookSecretResponse> {
    return this.getSecret.execute(id);
  }

  @Post('configurations/:id/secret/rotate')
  @Header('Cache-Control', 'no-store')
  @Operation('Rotate the secret of a webhook configuration; the old one also signs for 24 hours', {
    id: 'rotateWebhookSecret',
    description: 'During these 24 hours `webhook-signature` has two signatures.',
    ...write,
    response: WebhookSecretResponse,
  })
  rotateOne(@Param('id') id: string): Promise<WebhookSecretResponse> {
    return this.rotateSecret.execute(id);
  }
}
