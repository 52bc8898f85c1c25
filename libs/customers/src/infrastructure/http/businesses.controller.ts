import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ChangeBusiness } from '../../application/change-business.js';
import { GetBusiness } from '../../application/get-business.js';
import { ListBusinesses } from '../../application/list-businesses.js';
import { RegisterBusiness } from '../../application/register-business.js';
import { BusinessDto, BusinessPatchDto } from './business.dto.js';
import { BusinessResponse, BusinessesResponse } from './business.response.js';
import { BusinessQuery } from './customer-query.dto.js';

@ApiTags('Businesses')
@Controller('deliver/businesses')
export class BusinessesController {
  constructor(
    private readonly registerBusiness: RegisterBusiness,
    private readonly changeBusiness: ChangeBusiness,
    private readonly getBusiness: GetBusiness,
    private readonly listBusinesses: ListBusinesses,
  ) {}

  @Post()
  @Operation('Create a business', {
    id: 'createBusiness',
    description:
      'Returns immediately with the status `created`. Verification follows, and a `business_verified`, `business_rejected` or `business_restricted` event reports its result. `tax_id` and `tax_id_type` must be sent together. They and an address are required before a transfer to the business.',
    scope: 'write:businesses',
    response: BusinessResponse,
    idempotent: true,
  })
  async create(@Body() body: BusinessDto): Promise<BusinessResponse> {
    return { business: await this.registerBusiness.execute(body) };
  }

  @Get()
  @Operation('List businesses, newest first', {
    id: 'listBusinesses',
    description: 'Filters combine: a business must match all of them.',
    scope: 'read:businesses',
    response: BusinessesResponse,
  })
  async list(
    @Query() query: BusinessQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BusinessesResponse> {
    return { businesses: linkHeader(reply, await this.listBusinesses.execute(query)) };
  }

  @Put()
  @Operation('Replace a business by its reference', {
    id: 'replaceBusinessByReference',
    description:
      'Finds the business by the `customer_reference_id` in the body and replaces all other fields. Omitted optional fields are removed, except the tax id and its type, which are kept.',
    scope: 'write:businesses',
    response: BusinessResponse,
  })
  async replaceByReference(@Body() body: BusinessDto): Promise<BusinessResponse> {
    return { business: await this.changeBusiness.replaceByReference(body) };
  }

  @Get(':id')
  @Operation('Read a business', {
    id: 'getBusiness',
    description: 'Responses never contain the tax id.',
    scope: 'read:businesses',
    response: BusinessResponse,
  })
  async read(@Param('id') id: string): Promise<BusinessResponse> {
    return { business: await this.getBusiness.execute(id) };
  }

  @Put(':id')
  @Operation('Replace a business', {
    id: 'replaceBusiness',
    description:
      'Replaces all fields. Omitted optional fields are removed, except the tax id and its type, which are kept. A changed legal name, tax id or address of a verified or rejected business starts a new verification.',
    scope: 'write:businesses',
    response: BusinessResponse,
  })
  async replace(@Param('id') id: string, @Body() body: BusinessDto): Promise<BusinessResponse> {
    return { business: await this.changeBusiness.replace(id, body) };
  }

  @Patch(':id')
  @Operation('Update fields of a business', {
    id: 'updateBusiness',
    description:
      'Updates the fields that are sent and keeps all others. Contacts merge by `type`, and `[]` removes them all; metadata is replaced as a whole. Empty text removes `business_name`, `account_holder_name` and `address2`.',
    scope: 'write:businesses',
    response: BusinessResponse,
  })
  async patch(@Param('id') id: string, @Body() body: BusinessPatchDto): Promise<BusinessResponse> {
    return { business: await this.changeBusiness.patch(id, body) };
  }

  @Delete(':id')
  @Operation('Close a business', {
    id: 'closeBusiness',
    description:
      'A closed business cannot be changed or paid, and cannot be reopened. Its accounts stay open, and transfers that were already accepted continue. Closing it again returns the same response.',
    scope: 'write:businesses',
    response: BusinessResponse,
  })
  async close(@Param('id') id: string): Promise<BusinessResponse> {
    return { business: await this.changeBusiness.close(id) };
  }
}
