import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ChangeSchedule } from '../../application/change-schedule.js';
import { CreateSchedule } from '../../application/create-schedule.js';
import { GetSchedule } from '../../application/get-schedule.js';
import { ListOccurrences } from '../../application/list-occurrences.js';
import { ListSchedules } from '../../application/list-schedules.js';
import { PreviewRecurrence } from '../../application/preview-recurrence.js';
import { CreateScheduleDto, OccurrenceQuery, PreviewRecurrenceDto, ScheduleQuery } from './schedule.dto.js';
import { OccurrencesResponse, RecurrenceResponse, SchedulesResponse, ScheduleResponse } from './schedule.response.js';

const READ = { scope: 'read:schedules' } as const;
const WRITE = { scope: 'write:schedules', response: ScheduleResponse } as const;

@ApiTags('Schedules')
@Controller('deliver/schedules')
export class SchedulesController {
  constructor(
    private readonly createSchedule: CreateSchedule,
    private readonly getSchedule: GetSchedule,
    private readonly listSchedules: ListSchedules,
    private readonly listOccurrences: ListOccurrences,
    private readonly changeSchedule: ChangeSchedule,
    private readonly previewRecurrence: PreviewRecurrence,
  ) {}

  @Post()
  @Operation('Create a schedule', {
    id: 'createSchedule',
    description:
      'Makes a transfer at 09:00 New York time of each date of the rule. With `standard` and `same_day`, a date that is no banking day moves to the next one. The transfer has the reference `{schedule_reference_id}-{YYYY-MM-DD}`, with the date of the rule, and follows the rules of `POST /deliver/transfers`. `schedule_updated` events report each run. A schedule cannot be changed: delete it and create another one.',
    ...WRITE,
    idempotent: true,
  })
  async create(@Body() body: CreateScheduleDto): Promise<ScheduleResponse> {
    return { schedule: await this.createSchedule.execute(body) };
  }

  @Get()
  @Operation('List schedules, newest first', {
    id: 'listSchedules',
    description: 'Filters combine: a schedule must match all of them.',
    ...READ,
    response: SchedulesResponse,
  })
  async list(
    @Query() query: ScheduleQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SchedulesResponse> {
    return { schedules: linkHeader(reply, await this.listSchedules.execute(query)) };
  }

  @Post('rrule')
  @Operation('Preview a recurrence rule', {
    id: 'previewRecurrence',
    description:
      'Shows the first dates of a rule, or with `from_date` the next ones, and the rule in words. With a `speed` it shows on which days they are paid. Creates nothing.',
    ...READ,
    response: RecurrenceResponse,
  })
  preview(@Body() body: PreviewRecurrenceDto): RecurrenceResponse {
    return this.previewRecurrence.execute(body);
  }

  @Get(':id')
  @Operation('Get a schedule', {
    id: 'getSchedule',
    description: '`runs` counts the past dates, and `last_run` shows the last one.',
    ...READ,
    response: ScheduleResponse,
  })
  async get(@Param('id') id: string): Promise<ScheduleResponse> {
    return { schedule: await this.getSchedule.execute(id) };
  }

  @Delete(':id')
  @Operation('End a schedule', {
    id: 'deleteSchedule',
    description:
      'No further transfer is made. The status becomes `inactive` and stays so. Transfers that were made continue. Ending a schedule again changes nothing.',
    ...WRITE,
  })
  async delete(@Param('id') id: string): Promise<ScheduleResponse> {
    return { schedule: await this.changeSchedule.delete(id) };
  }

  @Post(':id/pause')
  @Operation('Pause a schedule', {
    id: 'pauseSchedule',
    description:
      'The status becomes `inactive`. Dates in the pause are skipped, and count for `COUNT`. Pausing again changes nothing.',
    ...WRITE,
  })
  async pause(@Param('id') id: string): Promise<ScheduleResponse> {
    return { schedule: await this.changeSchedule.pause(id) };
  }

  @Post(':id/resume')
  @Operation('Resume a schedule', {
    id: 'resumeSchedule',
    description: 'Transfers are made again, beginning with the next date. Resuming again changes nothing.',
    ...WRITE,
  })
  async resume(@Param('id') id: string): Promise<ScheduleResponse> {
    return { schedule: await this.changeSchedule.resume(id) };
  }

  @Get(':id/occurrences')
  @Operation('List the past dates of a schedule, newest first', {
    id: 'listOccurrences',
    description: 'Each date has the transfer that was made, or the error code with which it was refused.',
    ...READ,
    response: OccurrencesResponse,
  })
  async occurrences(
    @Param('id') id: string,
    @Query() query: OccurrenceQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OccurrencesResponse> {
    const page = await this.listOccurrences.execute({ ...query, schedule_id: id });
    return { occurrences: linkHeader(reply, page) };
  }
}
