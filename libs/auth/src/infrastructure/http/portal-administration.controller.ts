import { Body, Controller, Get, Header, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { CreateUser } from '../../application/create-user.js';
import { DisableUser } from '../../application/disable-user.js';
import { GetSettings } from '../../application/get-settings.js';
import { ListUsers } from '../../application/list-users.js';
import { UpdateSettings } from '../../application/update-settings.js';
import { ListAudit } from '../../application/list-audit.js';
import { AuditQuery, NewUserDto, SettingsDto } from './portal.dto.js';
import { AuditResponse, NewUserResponse, SettingsResponse, UserResponse, UsersResponse } from './portal.response.js';
import { PortalOperation } from './portal-operation.js';

@ApiTags('Portal')
@Controller('portal')
export class PortalAdministrationController {
  constructor(
    private readonly createUser: CreateUser,
    private readonly listUsers: ListUsers,
    private readonly disableUser: DisableUser,
    private readonly getSettings: GetSettings,
    private readonly updateSettings: UpdateSettings,
    private readonly listAudit: ListAudit,
  ) {}

  @Post('users')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Create a portal user', {
    id: 'createUser',
    description: 'The password is generated and shown in this response only.',
    scope: 'write:users',
    response: NewUserResponse,
  })
  postUser(@Body() body: NewUserDto): Promise<NewUserResponse> {
    return this.createUser.execute(body);
  }

  @Get('users')
  @PortalOperation('List the portal users, newest first', {
    id: 'listUsers',
    description: 'Passwords are not included.',
    scope: 'read:users',
    response: UsersResponse,
  })
  async getUsers(): Promise<UsersResponse> {
    return { users: await this.listUsers.execute() };
  }

  @Post('users/:id/disable')
  @PortalOperation('Disable the portal user of this name', {
    id: 'disableUser',
    description: 'The sessions of the user end. The last user who can manage users cannot be disabled.',
    scope: 'write:users',
    response: UserResponse,
  })
  async postUserDisable(@Param('id') name: string): Promise<UserResponse> {
    return { user: await this.disableUser.execute(name) };
  }

  @Get('settings')
  @PortalOperation('Read the settings of the enterprise', {
    id: 'getSettings',
    description: 'The settings apply to every client and user of the enterprise.',
    scope: 'read:settings',
    response: SettingsResponse,
  })
  async showSettings(): Promise<SettingsResponse> {
    return { settings: await this.getSettings.execute() };
  }

  @Patch('settings')
  @PortalOperation('Update the settings of the enterprise', {
    id: 'updateSettings',
    description: 'Updates the fields that are sent and keeps all others.',
    scope: 'write:settings',
    response: SettingsResponse,
  })
  async changeSettings(@Body() body: SettingsDto): Promise<SettingsResponse> {
    return { settings: await this.updateSettings.execute(body) };
  }

  @Get('audit')
  @PortalOperation('List the audit log of the enterprise, newest first', {
    id: 'listAuditEntries',
    description:
      'Each entry has the actor, the action, the IP address, the request id, and the values before and after, without secrets.',
    scope: 'read:audit',
    response: AuditResponse,
  })
  async audit(@Query() query: AuditQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<AuditResponse> {
    return { entries: linkHeader(reply, await this.listAudit.execute(query)) };
  }
}
