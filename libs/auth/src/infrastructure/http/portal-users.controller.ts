import { Body, Controller, Get, Header, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeUserRole } from '../../application/change-user-role.js';
import { CreateUser } from '../../application/create-user.js';
import { DisableUser } from '../../application/disable-user.js';
import { EnableUser } from '../../application/enable-user.js';
import { ListUsers } from '../../application/list-users.js';
import { ResetUser } from '../../application/reset-user.js';
import { NewUserDto, UserRoleDto } from './portal.dto.js';
import { NewUserResponse, UserResponse, UsersResponse } from './portal.response.js';
import { PortalOperation } from './portal-operation.js';

@ApiTags('Portal')
@Controller('portal/users')
export class PortalUsersController {
  constructor(
    private readonly createUser: CreateUser,
    private readonly listUsers: ListUsers,
    private readonly changeUserRole: ChangeUserRole,
    private readonly disableUser: DisableUser,
    private readonly enableUser: EnableUser,
    private readonly resetUser: ResetUser,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Create a portal user', {
    id: 'createUser',
    description:
      'The password is generated and shown in this response only. Until the user has changed it, it gives access to `/portal/me` alone.',
    scope: 'write:users',
    response: NewUserResponse,
  })
  postUser(@Body() body: NewUserDto): Promise<NewUserResponse> {
    return this.createUser.execute({ ...body, must_change_password: true });
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
    response: UserResponse,
  })
  async patchUser(@Param('id') name: string, @Body() { role }: UserRoleDto): Promise<UserResponse> {
    return { user: await this.changeUserRole.execute(name, role) };
  }

  @Post(':id/enable')
  @PortalOperation('Enable the disabled portal user of this name', {
    id: 'enableUser',
    description: 'The user logs in with the password from before. Earlier sessions stay ended.',
    scope: 'write:users',
    response: UserResponse,
  })
  async postUserEnable(@Param('id') name: string): Promise<UserResponse> {
    return { user: await this.enableUser.execute(name) };
  }

  @Post(':id/reset')
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Reset the password and second factor of the portal user of this name', {
    id: 'resetUser',
    description:
      'The new password is shown in this response only, and must be changed at the next login. The second factor is removed, and the sessions of the user end.',
    scope: 'write:users',
    response: NewUserResponse,
  })
  postUserReset(@Param('id') name: string): Promise<NewUserResponse> {
    return this.resetUser.execute(name);
  }
}
