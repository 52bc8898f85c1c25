import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/platform';
import type { FastifyReply } from 'fastify';
import { ChangeBusiness } from '../../application/change-business.js';
import { GetBusiness, ListBusinesses } from '../../application/read-businesses.js';
import { RegisterBusiness } from '../../application/register-business.js';
import { BusinessDto, BusinessPatchDto } from './business.dto.js';
import { BusinessResponse, BusinessesResponse } from './business.response.js';
import { CustomerQuery } from './customer-query.dto.js';

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
    scope: 'write:businesses',
    answers: BusinessResponse,
    idempotent: true,
  })
  async create(@Body() body: BusinessDto): Promise<BusinessResponse> {
    return { business: await this.registerBusiness.execute(body) };
  }

  @Get()
  @Operation('List businesses, newest first', {
    id: 'listBusinesses',
    scope: 'read:businesses',
    answers: BusinessesResponse,
  })
  async list(
    @Query() query: CustomerQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BusinessesResponse> {
    return { businesses: linkHeader(reply, await this.listBusinesses.execute(query)) };
  }

  @Put()
  @Operation('Replace a business by its reference', {
    id: 'replaceBusinessByReference',
    scope: 'write:businesses',
    answers: BusinessResponse,
  })
  async replaceByReference(@Body() body: BusinessDto): Promise<BusinessResponse> {
    return { business: await this.changeBusiness.replaceByReference(body) };
  }

  @Get(':id')
  @Operation('Read a business', { id: 'getBusiness', scope: 'read:businesses', answers: BusinessResponse })
  async read(@Param('id') id: string): Promise<BusinessResponse> {
    return { business: await this.getBusiness.execute(id) };
  }

  @Put(':id')
  @Operation('Replace a business', { id: 'replaceBusiness', scope: 'write:businesses', answers: BusinessResponse })
  async replace(@Param('id') id: string, @Body() body: BusinessDto): Promise<BusinessResponse> {
    return { business: await this.changeBusiness.replace(id, body) };
  }

  @Patch(':id')
  @Operation('Change what is sent of a business', {
    id: 'updateBusiness',
    scope: 'write:businesses',
    answers: BusinessResponse,
  })
  async patch(@Param('id') id: string, @Body() body: BusinessPatchDto): Promise<BusinessResponse> {
    return { business: await this.changeBusiness.patch(id, body) };
  }

  @Delete(':id')
  @Operation('Close a business', { id: 'closeBusiness', scope: 'write:businesses', answers: BusinessResponse })
  async close(@Param('id') id: string): Promise<BusinessResponse> {
    return { business: await this.changeBusiness.close(id) };
  }
}
