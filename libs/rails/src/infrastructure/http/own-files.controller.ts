import { Body, Controller, Get, Header, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkHeader, ListQuery, Operation } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ChangeOwnFile } from '../../application/own/change-own-file.js';
import { ListOwnWindows } from '../../application/own/list-own-windows.js';
import { ReadOwnFiles } from '../../application/own/read-own-files.js';
import { ResolveOwnException } from '../../application/own/resolve-own-exception.js';
import { BankFileQuery, DecisionDto, RailExceptionQuery, ResolutionDto, ResubmissionDto } from './own-files.dto.js';
import {
  BankFileEntriesResponse,
  BankFileResponse,
  BankFilesResponse,
  BankFileWithBatchesResponse,
  BankWindowsResponse,
  RailExceptionResponse,
  RailExceptionsResponse,
} from './own-files.response.js';

const READ = { scope: 'read:rails', portal: true } as const;
const DECIDE = { scope: 'write:rails', portal: true, response: BankFileResponse } as const;
const ONLY_ALONE = 'Only if the connection to the bank serves no other enterprise.';

/** The enterprise's part of files to banks. A file may hold entries of several enterprises; each sees only its own. */
@ApiTags('Bank files')
@Controller('portal/rails')
export class OwnFilesController {
  constructor(
    private readonly reading: ReadOwnFiles,
    private readonly listOwnWindows: ListOwnWindows,
    private readonly changeOwnFile: ChangeOwnFile,
    private readonly resolveOwnException: ResolveOwnException,
  ) {}

  @Get('windows')
  @Header('Cache-Control', 'no-store')
  @Operation('List the windows of today', {
    id: 'listBankWindows',
    description:
      'The windows of the current banking day, or of the next one, at the banks that carry the files of the enterprise, with the number of payments that wait. Without connections, files to banks are not used.',
    ...READ,
    response: BankWindowsResponse,
  })
  windows(): Promise<BankWindowsResponse> {
    return this.listOwnWindows.execute();
  }

  @Get('files')
  @Operation('List files to banks, newest first', {
    id: 'listBankFiles',
    description:
      'The files that contain entries of the enterprise. Counts and sums are of its own entries. A file is listed once it is closed.',
    ...READ,
    response: BankFilesResponse,
  })
  async list(
    @Query() query: BankFileQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BankFilesResponse> {
    return { files: linkHeader(reply, await this.reading.list(query)) };
  }

  @Get('files/:id')
  @Operation('Get a file to a bank', {
    id: 'getBankFile',
    description: 'With the batches of the enterprise.',
    ...READ,
    response: BankFileWithBatchesResponse,
  })
  get(@Param('id') id: string): Promise<BankFileWithBatchesResponse> {
    return this.reading.get(id);
  }

  @Get('files/:id/entries')
  @Operation('List the entries of a file, in its order', {
    id: 'listBankFileEntries',
    description: 'The entries of the enterprise as the bank gets them. Account numbers are masked.',
    ...READ,
    response: BankFileEntriesResponse,
  })
  async entries(
    @Param('id') id: string,
    @Query() query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BankFileEntriesResponse> {
    return { entries: linkHeader(reply, await this.reading.listEntries(id, query)) };
  }

  @Post('files/:id/hold')
  @Operation('Hold a file', {
    id: 'holdBankFile',
    description: `Keeps a sealed file from being uploaded. ${ONLY_ALONE}`,
    ...DECIDE,
  })
  async hold(@Param('id') id: string, @Body() { reason }: DecisionDto): Promise<BankFileResponse> {
    return { file: await this.changeOwnFile.hold(id, reason) };
  }

  @Post('files/:id/release')
  @Operation('Release a held file', {
    id: 'releaseBankFile',
    description: `The file is uploaded. With four eyes, two users must release it. ${ONLY_ALONE}`,
    ...DECIDE,
  })
  async release(@Param('id') id: string, @Body() { reason }: DecisionDto): Promise<BankFileResponse> {
    return { file: await this.changeOwnFile.release(id, reason) };
  }

  @Post('files/:id/resubmit')
  @Operation('Resubmit a file', {
    id: 'resubmitBankFile',
    description: `Sends the bytes of a file in doubt again, or makes a new file of the entries of a file that the bank will never process. Ask the bank first. ${ONLY_ALONE}`,
    ...DECIDE,
  })
  async resubmit(
    @Param('id') id: string,
    @Body() { reason, old_file_name }: ResubmissionDto,
  ): Promise<BankFileResponse> {
    return { file: await this.changeOwnFile.resubmit(id, reason, old_file_name) };
  }

  @Get('exceptions')
  @Operation('List exceptions of files from banks, newest first', {
    id: 'listRailExceptions',
    description: 'What a person must decide, such as a return that fits no entry.',
    ...READ,
    response: RailExceptionsResponse,
  })
  async exceptions(
    @Query() query: RailExceptionQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RailExceptionsResponse> {
    return { exceptions: linkHeader(reply, await this.reading.listExceptions(query)) };
  }

  @Post('exceptions/:id/resolve')
  @Operation('Resolve an exception', {
    id: 'resolveRailException',
    description:
      'With `end_to_end_id`, what came back is applied to that entry, whose amount and direction must fit. Without it nothing is booked.',
    scope: 'write:rails',
    portal: true,
    response: RailExceptionResponse,
  })
  async resolve(
    @Param('id') id: string,
    @Body() { reason, end_to_end_id }: ResolutionDto,
  ): Promise<RailExceptionResponse> {
    return { exception: await this.resolveOwnException.execute(id, reason, end_to_end_id) };
  }
}
