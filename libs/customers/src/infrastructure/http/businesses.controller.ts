import { Body, Controller, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, ListQuery, Operation } from '@payments/platform';
import type { FastifyReply } from 'fastify';
import { GetBusiness, ListBusinesses } from '../../application/read-businesses.js';
import { RegisterBusiness } from '../../application/register-business.js';
import { ReplaceBusiness } from '../../application/replace-business.js';
import { BusinessDto } from './business.dto.js';
import { BusinessResponse, BusinessesResponse } from './business.response.js';

@ApiTags('Businesses')
@Controller('deliver/businesses')
export class BusinessesController {
  constructor(
    private readonly registerBusiness: RegisterBusiness,
    private readonly replaceBusiness: ReplaceBusiness,
    private readonly getBusiness: GetBusiness,
    private readonly listBusinesses: ListBusinesses,
  ) {}

  @Post()
  @Operation('Create a business', { scope: 'write:businesses', answers: BusinessResponse })
  async create(@Body() body: BusinessDto): Promise<BusinessResponse> {
    return { business: await this.registerBusiness.execute(body) };
  }

  @Get()
  @Operation('List businesses, newest first', { scope: 'read:businesses', answers: BusinessesResponse })
  async list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<BusinessesResponse> {
    return { businesses: linkHeader(reply, await this.listBusinesses.execute(query)) };
  }

  @Get(':id')
  @Operation('Read a business', { scope: 'read:businesses', answers: BusinessResponse })
  async read(@Param('id') id: string): Promise<BusinessResponse> {
    return { business: await this.getBusiness.execute(id) };
  }

  @Put(':id')
  @Operation('Replace a business', { scope: 'write:businesses', answers: BusinessResponse })
  async replace(@Param('id') id: string, @Body() body: BusinessDto): Promise<BusinessResponse> {
    return { business: await this.replaceBusiness.execute(id, body) };
  }
}
