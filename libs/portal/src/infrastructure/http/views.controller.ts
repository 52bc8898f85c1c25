import { Body, Controller, Delete, Get, Header, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { ManageViews } from '../../application/manage-views.js';
import type { ViewUser } from '../../application/manage-views.js';
import type { Caller } from './caller.js';
import { ViewDto, ViewsQuery } from './views.dto.js';
import { toView, ViewResponse, ViewsResponse } from './views.response.js';

const read = { scope: 'read:me', portal: true } as const;
const write = { scope: 'write:me', portal: true } as const;

@ApiTags('Portal pages')
@Controller('portal/views')
export class ViewsController {
  constructor(private readonly views: ManageViews) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation('List saved views, by name', {
    id: 'listViews',
    description: "The user's own, and those that are shared with all users of the enterprise.",
    ...read,
    response: ViewsResponse,
  })
  async list(@Query() { page }: ViewsQuery, @Req() request: Caller): Promise<ViewsResponse> {
    return { views: (await this.views.list(userOf(request), page)).map(toView) };
  }

  @Post()
  @Operation('Save a view', {
    id: 'createView',
    description:
      'A view is a list of the portal with its filters and columns. A user can have 50, and an enterprise 50 shared ones, which need the scope `write:settings`.',
    ...write,
    response: ViewResponse,
  })
  async create(@Body() body: ViewDto, @Req() request: Caller): Promise<ViewResponse> {
    return { view: toView(await this.views.create(userOf(request), body)) };
  }

  @Put(':id')
  @Operation('Replace a saved view', {
    id: 'replaceView',
    description: 'Shared views need the scope `write:settings`; they stay those of the user who created them.',
    ...write,
    response: ViewResponse,
  })
  async replace(@Param('id') id: string, @Body() body: ViewDto, @Req() request: Caller): Promise<ViewResponse> {
    return { view: toView(await this.views.replace(userOf(request), id, body)) };
  }

  @Delete(':id')
  @Operation('Delete a saved view', {
    id: 'deleteView',
    description: 'Shared views need the scope `write:settings`.',
    ...write,
    status: 204,
  })
  delete(@Param('id') id: string, @Req() request: Caller): Promise<void> {
    return this.views.delete(userOf(request), id);
  }
}

const userOf = ({ user: { subject, scopes } }: Caller): ViewUser => ({ name: subject.name, scopes });
