import { Body, Controller, Get, Header, Patch, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../application/authenticate-bearer.js';
import { Me } from '../../application/browser/me.js';
import { MeResponse } from './browser-session.response.js';
import { MeDto } from './me.dto.js';
import { PortalOperation } from './portal-operation.js';

@ApiTags('Portal sessions')
@Controller('portal/me')
export class MeController {
  constructor(private readonly me: Me) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Read the user who is logged in', {
    id: 'getMe',
    description: 'Every portal user may call it. `scopes` says which other operations the user may call.',
    scope: 'read:me',
    response: MeResponse,
  })
  async getMe(@Req() { user }: { user: Principal }): Promise<MeResponse> {
    return { me: await this.me.show(user) };
  }

  @Patch()
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Update the preferences of the user who is logged in', {
    id: 'updateMe',
    description: 'Replaces all preferences.',
    scope: 'write:me',
    response: MeResponse,
  })
  async patchMe(@Body() { preferences }: MeDto, @Req() { user }: { user: Principal }): Promise<MeResponse> {
    return { me: await this.me.updatePreferences(user, preferences) };
  }
}
