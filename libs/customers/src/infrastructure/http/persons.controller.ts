import { Body, Controller, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, ListQuery, Operation } from '@payments/platform';
import type { FastifyReply } from 'fastify';
import { GetPerson, ListPersons } from '../../application/read-persons.js';
import { RegisterPerson } from '../../application/register-person.js';
import { ReplacePerson } from '../../application/replace-person.js';
import { PersonDto } from './person.dto.js';
import { PersonResponse, PersonsResponse } from './person.response.js';

@ApiTags('Persons')
@Controller('deliver/persons')
export class PersonsController {
  constructor(
    private readonly registerPerson: RegisterPerson,
    private readonly replacePerson: ReplacePerson,
    private readonly getPerson: GetPerson,
    private readonly listPersons: ListPersons,
  ) {}

  @Post()
  @Operation('Create a person', { scope: 'write:persons', answers: PersonResponse })
  async create(@Body() body: PersonDto): Promise<PersonResponse> {
    return { person: await this.registerPerson.execute(body) };
  }

  @Get()
  @Operation('List persons, newest first', { scope: 'read:persons', answers: PersonsResponse })
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<PersonsResponse> {
    return { persons: linkHeader(reply, await this.listPersons.execute(query)) };
  }

  @Get(':id')
  @Operation('Read a person', { scope: 'read:persons', answers: PersonResponse })
  async read(@Param('id') id: string): Promise<PersonResponse> {
    return { person: await this.getPerson.execute(id) };
  }

  @Put(':id')
  @Operation('Replace a person', { scope: 'write:persons', answers: PersonResponse })
  async replace(@Param('id') id: string, @Body() body: PersonDto): Promise<PersonResponse> {
    return { person: await this.replacePerson.execute(id, body) };
  }
}
