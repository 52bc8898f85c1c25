import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/platform';
import type { FastifyReply } from 'fastify';
import { ChangePerson } from '../../application/change-person.js';
import { GetPerson, ListPersons } from '../../application/read-persons.js';
import { RegisterPerson } from '../../application/register-person.js';
import { CustomerQuery } from './customer-query.dto.js';
import { PersonDto, PersonPatchDto } from './person.dto.js';
import { PersonResponse, PersonsResponse } from './person.response.js';

@ApiTags('Persons')
@Controller('deliver/persons')
export class PersonsController {
  constructor(
    private readonly registerPerson: RegisterPerson,
    private readonly changePerson: ChangePerson,
    private readonly getPerson: GetPerson,
    private readonly listPersons: ListPersons,
  ) {}

  @Post()
  @Operation('Create a person', {
    id: 'createPerson',
    scope: 'write:persons',
    answers: PersonResponse,
    idempotent: true,
  })
  async create(@Body() body: PersonDto): Promise<PersonResponse> {
    return { person: await this.registerPerson.execute(body) };
  }

  @Get()
  @Operation('List persons, newest first', { id: 'listPersons', scope: 'read:persons', answers: PersonsResponse })
  async list(@Query() query: CustomerQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<PersonsResponse> {
    return { persons: linkHeader(reply, await this.listPersons.execute(query)) };
  }

  @Put()
  @Operation('Replace a person by its reference', {
    id: 'replacePersonByReference',
    scope: 'write:persons',
    answers: PersonResponse,
  })
  async replaceByReference(@Body() body: PersonDto): Promise<PersonResponse> {
    return { person: await this.changePerson.replaceByReference(body) };
  }

  @Get(':id')
  @Operation('Read a person', { id: 'getPerson', scope: 'read:persons', answers: PersonResponse })
  async read(@Param('id') id: string): Promise<PersonResponse> {
    return { person: await this.getPerson.execute(id) };
  }

  @Put(':id')
  @Operation('Replace a person', { id: 'replacePerson', scope: 'write:persons', answers: PersonResponse })
  async replace(@Param('id') id: string, @Body() body: PersonDto): Promise<PersonResponse> {
    return { person: await this.changePerson.replace(id, body) };
  }

  @Patch(':id')
  @Operation('Change what is sent of a person', { id: 'updatePerson', scope: 'write:persons', answers: PersonResponse })
  async patch(@Param('id') id: string, @Body() body: PersonPatchDto): Promise<PersonResponse> {
    return { person: await this.changePerson.patch(id, body) };
  }

  @Delete(':id')
  @Operation('Close a person', { id: 'closePerson', scope: 'write:persons', answers: PersonResponse })
  async close(@Param('id') id: string): Promise<PersonResponse> {
    return { person: await this.changePerson.close(id) };
  }
}
