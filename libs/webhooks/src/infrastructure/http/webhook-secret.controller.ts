import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/platform';
import { ReadEnterpriseKeypair } from '../../application/read-enterprise-keypair.js';
import { EnterpriseKeypairAnswer } from './webhook.resources.js';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookSecretController {
  constructor(private readonly readKeypair: ReadEnterpriseKeypair) {}

  @Post('secret')
  @Operation('Make the key pair that signs webhooks, or read the one there is', {
    scope: 'write:webhook-secret',
    answers: EnterpriseKeypairAnswer,
  })
  async create(): Promise<EnterpriseKeypairAnswer> {
    return { enterprise_keypair: await this.readKeypair.execute() };
  }

  @Get('secret')
  @Operation('Read the public key that checks webhooks', {
    scope: 'read:webhook-secret',
    answers: EnterpriseKeypairAnswer,
  })
  async read(): Promise<EnterpriseKeypairAnswer> {
    return { enterprise_keypair: await this.readKeypair.execute() };
  }
}
