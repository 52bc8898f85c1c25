import { Body, Controller, Get, Patch, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { GetSettings } from '../../application/get-settings.js';
import { ChangeSettings } from '../../application/change-settings.js';
import { ListAudit } from '../../application/list-audit.js';
import { AuditQuery, SettingsDto } from './portal.dto.js';
import { AuditResponse, ChangedSettingsResponse, SettingsResponse } from './portal.response.js';
import { PortalOperation } from './portal-operation.js';

@ApiTags('Portal')
@Controller('portal')
export class PortalAdministrationController {
  constructor(
    private readonly getSettings: GetSettings,
    private readonly changeSettings: ChangeSettings,
    private readonly listAudit: ListAudit,
  ) {}

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
    description:
      'Updates the fields that are sent and keeps all others. With `dual_control`, a request that loosens a control waits as a whole for the approval of another administrator; what tightens one takes effect at once.',
    scope: 'write:settings',
    response: ChangedSettingsResponse,
  })
  async updateSettings(@Body() body: SettingsDto): Promise<ChangedSettingsResponse> {
    const { value: settings, approval } = await this.changeSettings.execute(body);
    return { settings, ...(approval && { approval }) };
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
