import { Body, Controller, Get, Header, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../application/authenticate-bearer.js';
import { ManageApiKeys } from '../../application/manage-api-keys.js';
import { ManageClients } from '../../application/manage-clients.js';
import { NewClientDto } from './portal.dto.js';
import {
  ApiKeyResponse,
  ApiKeysResponse,
  ClientResponse,
  ClientsResponse,
  NewApiKeyResponse,
  NewClientResponse,
} from './portal.response.js';
import { PortalOperation } from './portal-operation.js';

const read = { scope: 'read:credentials' } as const;
const write = { scope: 'write:credentials' } as const;

@ApiTags('Portal')
@Controller('portal')
export class PortalCredentialsController {
  constructor(
    private readonly clients: ManageClients,
    private readonly apiKeys: ManageApiKeys,
  ) {}

  @Post('clients')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Create client credentials (at most two enabled clients)', {
    id: 'createClient',
    ...write,
    answers: NewClientResponse,
    description: 'A client cannot have a scope that the creating user does not have; such a request returns 403.',
  })
  createClient(@Body() { scopes }: NewClientDto, @Req() request: { user: Principal }): Promise<NewClientResponse> {
    return this.clients.create({ ...(scopes && { scopes }), held: request.user.scopes });
  }

  @Get('clients')
  @PortalOperation('List the clients, newest first', {
    id: 'listClients',
    description: 'Secrets are not included. They are shown once, on creation.',
    ...read,
    answers: ClientsResponse,
  })
  async listClients(): Promise<ClientsResponse> {
    return { clients: await this.clients.list() };
  }

  @Post('clients/:id/disable')
  @PortalOperation('Disable a client; its requests are rejected within 5 seconds', {
    id: 'disableClient',
    description: 'A disabled client cannot be enabled again. Create a new one instead.',
    ...write,
    answers: ClientResponse,
  })
  async disableClient(@Param('id') id: string): Promise<ClientResponse> {
    return { client: await this.clients.disable(id) };
  }

  @Post('api-keys')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Create an API key', {
    id: 'createApiKey',
    description: 'The key is shown in this response only.',
    ...write,
    answers: NewApiKeyResponse,
  })
  createApiKey(): Promise<NewApiKeyResponse> {
    return this.apiKeys.create();
  }

  @Get('api-keys')
  @PortalOperation('List the API keys, newest first', {
    id: 'listApiKeys',
    description: 'The keys are not included. They are shown once, on creation.',
    ...read,
    answers: ApiKeysResponse,
  })
  async listApiKeys(): Promise<ApiKeysResponse> {
    return { api_keys: await this.apiKeys.list() };
  }

  @Post('api-keys/:id/revoke')
  @PortalOperation('Revoke an API key; requests with it are rejected within 5 seconds', {
    id: 'revokeApiKey',
    description: 'A revoked key cannot be restored. Create a new one instead.',
    ...write,
    answers: ApiKeyResponse,
  })
  async revokeApiKey(@Param('id') id: string): Promise<ApiKeyResponse> {
    return { api_key: await this.apiKeys.revoke(id) };
  }
}
