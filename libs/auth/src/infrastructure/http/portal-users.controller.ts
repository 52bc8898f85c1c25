import { Body, Controller, Get, Header, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeApprovers } from '../../application/change-approvers.js';
import { DisableUser } from '../../application/disable-user.js';
import { IssuePasswords } from '../../application/issue-passwords.js';
import { ListUsers } from '../../application/list-users.js';
import { NewUserDto, UserRoleDto } from './portal.dto.js';
import { ChangedUserResponse, NewUserResponse, UserResponse, UsersResponse } from './portal.response.js';
import { PortalOperation } from './portal-operation.js';

@ApiTags('Portal')
@Controller('portal/users')
export class PortalUsersController {
  constructor(
    private readonly changeApprovers: ChangeApprovers,
    private readonly issuePasswords: IssuePasswords,
    private readonly listUsers: ListUsers,
    private readonly disableUser: DisableUser,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @PortalOperation('Create a portal user', {
    id: 'createUser',
    description:
      'The password is generated and shown in this response only. Until the user has changed it, it gives access to `/portal/me` alone. With the setting `dual_control`, a user who may approve is disabled until another administrator has approved.',
    scope: 'write:users',
    response: NewUserResponse,
  })
  async postUser(@Body() body: NewUserDto): Promise<NewUserResponse> {
    const { value, approval } = await this.issuePasswords.create({ ...body, must_change_password: true });
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
    description: 'The user logs in with the password from before. Earlier sessions stay ended.',
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
      'The new password is shown in this response only, and must be changed at the next login. The second factor is removed, and the sessions of the user end.',
    scope: 'write:users',
    response: NewUserResponse,
  })
  async postUserReset(@Param('id') name: string): Promise<NewUserResponse> {
    const { value, approval } = await this.issuePasswords.reset(name);
    return { ...value, ...(approval && { approval }) };
  }
}
