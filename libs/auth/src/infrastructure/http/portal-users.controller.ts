import { Body, Controller, Get, Header, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeApprovers } from '../../application/change-approvers.js';
import { DisableUser } from '../../application/disable-user.js';
import { ListUsers } from '../../application/list-users.js';
import { RequestPasswords } from '../../application/request-passwords.js';
import { NewUserDto, UserRoleDto } from './portal.dto.js';
import { ChangedUserResponse, RequestedPasswordResponse, UserResponse, UsersResponse } from './portal.response.js';
import { PortalOperation } from './portal-operation.js';

@ApiTags('Portal')
@Controller('portal/users')
export class PortalUsersController {
  constructor(
    private readonly changeApprovers: ChangeApprovers,
    private readonly requestPasswords: RequestPasswords,
    private readonly listUsers: ListUsers,
    private readonly disableUser: DisableUser,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Create a portal user', {
    id: 'createUser',
    description:
      'The user chooses a password by the link, which is shown in this response only, works once, and expires after 24 hours. With the setting `dual_control`, the user is disabled until another administrator has approved, who then makes the link; the response has the code that it needs.',
    scope: 'write:users',
    response: RequestedPasswordResponse,
  })
  async postUser(@Body() body: NewUserDto): Promise<RequestedPasswordResponse> {
    const { value, approval } = await this.requestPasswords.create(body);
    return { ...value, ...(approval && { approval }) };
  }

  @Get()
  @PortalOperation('List the portal users, newest first', {
    id: 'listUsers',
    description: 'Passwords are not included.',
    scope: 'read:users',
    response: UsersResponse,
  })
  async getUsers(): Promise<UsersResponse> {
    return { users: await this.listUsers.execute() };
  }

  @Post(':id/disable')
  @PortalOperation('Disable the portal user of this name', {
    id: 'disableUser',
    description: 'The sessions of the user end. The last user who can manage users cannot be disabled.',
    scope: 'write:users',
    response: UserResponse,
  })
  async postUserDisable(@Param('id') name: string): Promise<UserResponse> {
    return { user: await this.disableUser.execute(name) };
  }

  @Patch(':id')
  @PortalOperation('Change the role of the portal user of this name', {
    id: 'updateUser',
    description:
      'The sessions of the user end. Nobody can change their own role, and the last user who can manage users keeps it.',
    scope: 'write:users',
    response: ChangedUserResponse,
  })
  async patchUser(@Param('id') name: string, @Body() { role }: UserRoleDto): Promise<ChangedUserResponse> {
    const { value: user, approval } = await this.changeApprovers.changeRole(name, role);
    return { user, ...(approval && { approval }) };
  }

  @Post(':id/enable')
  @PortalOperation('Enable the disabled portal user of this name', {
    id: 'enableUser',
    description:
      'The user logs in with the password from before. Earlier sessions stay ended. With the setting `dual_control`, the user stays disabled until another administrator has approved.',
    scope: 'write:users',
    response: ChangedUserResponse,
  })
  async postUserEnable(@Param('id') name: string): Promise<ChangedUserResponse> {
    const { value: user, approval } = await this.changeApprovers.enable(name);
    return { user, ...(approval && { approval }) };
  }

  @Post(':id/reset')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Reset the password and second factor of the portal user of this name', {
    id: 'resetUser',
    description:
      'The password and the second factor are removed, and the sessions of the user end. The user chooses a password as a new one does, with `dual_control` once another administrator has approved.',
    scope: 'write:users',
    response: RequestedPasswordResponse,
  })
  async postUserReset(@Param('id') name: string): Promise<RequestedPasswordResponse> {
    const { value, approval } = await this.requestPasswords.reset(name);
    return { ...value, ...(approval && { approval }) };
  }

  @Post(':id/link')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Make another link for the portal user of this name to choose a password', {
    id: 'createPasswordLink',
    description:
      'For a password that the user has yet to choose. Earlier links stop working. With the setting `dual_control`, who asked for the password cannot make the link, and it needs the code that he was shown: nobody has both but the user.',
    scope: 'write:users',
    response: RequestedPasswordResponse,
  })
  postUserLink(@Param('id') name: string): Promise<RequestedPasswordResponse> {
    return this.requestPasswords.renew(name);
  }
}
