import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ChangePerson } from '../../application/change-person.js';
import { GetPerson } from '../../application/get-person.js';
import { ListPersons } from '../../application/list-persons.js';
import { RegisterPerson } from '../../application/register-person.js';
import { PersonQuery } from './customer-query.dto.js';
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
    description:
      'Returns immediately with the status `created`. Verification follows, and a `person_verified`, `person_rejected` or `person_restricted` event reports its result.',
    scope: 'write:persons',
    response: PersonResponse,
    idempotent: true,
  })
  async create(@Body() body: PersonDto): Promise<PersonResponse> {
    return { person: await this.registerPerson.execute(body) };
  }

  @Get()
  @Operation('List persons, newest first', {
    id: 'listPersons',
    description: 'Filters combine: a person must match all of them.',
    scope: 'read:persons',
    response: PersonsResponse,
  })
  async list(@Query() query: PersonQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<PersonsResponse> {
    return { persons: linkHeader(reply, await this.listPersons.execute(query)) };
  }

  @Put()
  @Operation('Replace a person by its reference', {
    id: 'replacePersonByReference',
    description:
      'Finds the person by the `customer_reference_id` in the body and replaces all other fields. Omitted optional fields are removed, except the Social Security number, which is kept.',
    scope: 'write:persons',
    response: PersonResponse,
  })
  async replaceByReference(@Body() body: PersonDto): Promise<PersonResponse> {
    return { person: await this.changePerson.replaceByReference(body) };
  }

  @Get(':id')
  @Operation('Read a person', {
    id: 'getPerson',
    description: 'Responses never contain the Social Security number.',
    scope: 'read:persons',
    response: PersonResponse,
  })
  async read(@Param('id') id: string): Promise<PersonResponse> {
    return { person: await this.getPerson.execute(id) };
  }

  @Put(':id')
  @Operation('Replace a person', {
    id: 'replacePerson',
    description:
      'Replaces all fields. Omitted optional fields are removed, except the Social Security number, which is kept. A changed name, date of birth, Social Security number or address of a verified or rejected person starts a new verification.',
    scope: 'write:persons',
    response: PersonResponse,
  })
  async replace(@Param('id') id: string, @Body() body: PersonDto): Promise<PersonResponse> {
    return { person: await this.changePerson.replace(id, body) };
  }

  @Patch(':id')
  @Operation('Update fields of a person', {
    id: 'updatePerson',
    description:
      'Updates the fields that are sent and keeps all others. Contacts merge by `type`, and `[]` removes them all; metadata is replaced as a whole. Empty text removes `middle_name` and `address2`.',
    scope: 'write:persons',
    response: PersonResponse,
  })
  async patch(@Param('id') id: string, @Body() body: PersonPatchDto): Promise<PersonResponse> {
    return { person: await this.changePerson.patch(id, body) };
  }

  @Delete(':id')
  @Operation('Close a person', {
    id: 'closePerson',
    description:
      'A closed person cannot be changed or paid, and cannot be reopened. Its accounts stay open, and transfers that were already accepted continue. Closing it again returns the same response.',
    scope: 'write:persons',
    response: PersonResponse,
  })
  async close(@Param('id') id: string): Promise<PersonResponse> {
    return { person: await this.changePerson.close(id) };
  }
}
