import { Body, Controller, Get, Header, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../application/authenticate-bearer.js';
import { CreateApiKey } from '../../application/create-api-key.js';
import { CreateClient } from '../../application/create-client.js';
import { DisableClient } from '../../application/disable-client.js';
import { ListApiKeys } from '../../application/list-api-keys.js';
import { ListClients } from '../../application/list-clients.js';
import { RevokeApiKey } from '../../application/revoke-api-key.js';
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
    private readonly createClient: CreateClient,
    private readonly listClients: ListClients,
    private readonly disableClient: DisableClient,
    private readonly createApiKey: CreateApiKey,
    private readonly listApiKeys: ListApiKeys,
    private readonly revokeApiKey: RevokeApiKey,
  ) {}

  @Post('clients')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Create client credentials (at most two enabled clients)', {
    id: 'createClient',
    ...write,
    response: NewClientResponse,
    description: 'A client cannot have a scope that the creating user does not have; such a request returns 403.',
  })
  postClient(@Body() { scopes }: NewClientDto, @Req() request: { user: Principal }): Promise<NewClientResponse> {
    return this.createClient.execute({ ...(scopes && { scopes }), held: request.user.scopes });
  }

  @Get('clients')
  @PortalOperation('List the clients, newest first', {
    id: 'listClients',
    description: 'Secrets are not included. They are shown once, on creation.',
    ...read,
    response: ClientsResponse,
  })
  async getClients(): Promise<ClientsResponse> {
    return { clients: await this.listClients.execute() };
  }

  @Post('clients/:id/disable')
  @PortalOperation('Disable a client; its requests are rejected within 5 seconds', {
    id: 'disableClient',
    description: 'A disabled client cannot be enabled again. Create a new one instead.',
    ...write,
    response: ClientResponse,
  })
  async postClientDisable(@Param('id') id: string): Promise<ClientResponse> {
    return { client: await this.disableClient.execute(id) };
  }

  @Post('api-keys')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Create an API key', {
    id: 'createApiKey',
    description: 'The key is shown in this response only.',
    ...write,
    response: NewApiKeyResponse,
  })
  postApiKey(): Promise<NewApiKeyResponse> {
    return this.createApiKey.execute();
  }

  @Get('api-keys')
  @PortalOperation('List the API keys, newest first', {
    id: 'listApiKeys',
    description: 'The keys are not included. They are shown once, on creation.',
    ...read,
    response: ApiKeysResponse,
  })
  async getApiKeys(): Promise<ApiKeysResponse> {
    return { api_keys: await this.listApiKeys.execute() };
  }

  @Post('api-keys/:id/revoke')
  @PortalOperation('Revoke an API key; requests with it are rejected within 5 seconds', {
    id: 'revokeApiKey',
    description: 'A revoked key cannot be restored. Create a new one instead.',
    ...write,
    response: ApiKeyResponse,
  })
  async postApiKeyRevoke(@Param('id') id: string): Promise<ApiKeyResponse> {
    return { api_key: await this.revokeApiKey.execute(id) };
  }
}
