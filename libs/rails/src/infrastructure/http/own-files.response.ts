import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { OwnConnectionView, OwnWindowView } from '../../application/own/list-own-windows.js';
import type {
  BankFileBatchView,
  BankFileEntryView,
  BankFileView,
  RailExceptionView,
} from '../../application/own/own-file.view.js';
import { type EntryStatus, entryTransitions } from '../../domain/entry-state.js';
import { type FileStatus, fileTransitions } from '../../domain/file-state.js';
import { type ExceptionKind, exceptionKinds } from '../../domain/inbound/exceptions.table.js';

export const FILE_STATES = Object.keys(fileTransitions) as FileStatus[];
export const EXCEPTION_STATES = ['open', 'resolved'] as const;
const RAILS = ['ach', 'same_day_ach'] as const;
const FILE_RAILS = [...RAILS, 'rtp', 'fednow'] as const;
const DIRECTIONS = ['credit', 'debit'] as const;
const ENTRY_STATES = Object.keys(entryTransitions) as EntryStatus[];
const EXCEPTION_KINDS = Object.keys(exceptionKinds) as ExceptionKind[];

const TEXT = { type: String } as const;
const DAY = { type: String, format: 'date', example: '2027-01-29' } as const;
const TIME = { type: String, format: 'date-time' } as const;
const ID = { type: String, format: 'uuid' } as const;
const COUNT = { type: 'integer', example: 2 } as const;
const CENTS = { type: 'integer', description: 'Cents', example: 12_500 } as const;
const TRACE = { type: String, example: '091000010000001' } as const;

@ApiSchema({ name: 'BankFile' })
class BankFileDetails implements BankFileView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String, description: 'The name of the connection to the bank', example: 'first-bank' })
  readonly connection!: string;

  @ApiProperty({ type: Boolean, description: 'Other enterprises may have entries in it' })
  readonly shared!: boolean;

  @ApiProperty({ type: String, enum: FILE_RAILS })
  readonly rail!: (typeof FILE_RAILS)[number];

  @ApiProperty({ ...TIME, description: 'The end of its window, in banking time' })
  readonly window_at!: string;

  @ApiProperty({ type: 'integer', description: 'Several files of one window are its parts, from 1', example: 1 })
  readonly part!: number;

  @ApiProperty({ type: String, enum: FILE_STATES })
  readonly state!: FileStatus;

  @ApiPropertyOptional({ type: String, description: 'Why it is held or in doubt' })
  readonly reason?: string;

  @ApiPropertyOptional({ type: String, description: 'Its name at the bank' })
  readonly file_name?: string;

  @ApiProperty({ ...TIME, description: 'When it was cut' })
  readonly cut_at!: string;

  @ApiProperty({ ...TIME, description: 'Until when the bank takes it' })
  readonly cutoff_at!: string;

  @ApiPropertyOptional(TIME)
  readonly uploaded_at?: string;

  @ApiPropertyOptional(TIME)
  readonly acknowledged_at?: string;

  @ApiPropertyOptional({ type: [String], description: 'Who released it; not shown for a shared connection' })
  readonly released_by?: readonly string[];

  @ApiProperty({ ...COUNT, description: 'Batches of the enterprise' })
  readonly batches!: number;

  @ApiProperty({ ...COUNT, description: 'Entries of the enterprise' })
  readonly entries!: number;

  @ApiProperty(CENTS)
  readonly debit!: number;

  @ApiProperty(CENTS)
  readonly credit!: number;

  @ApiProperty(TIME)
  readonly created_at!: string;

  @ApiProperty(TIME)
  readonly updated_at!: string;
}

@ApiSchema({ name: 'BankFileBatch' })
class BankFileBatchDetails implements BankFileBatchView {
  @ApiProperty({ type: 'integer', example: 1 })
  readonly batch_number!: number;

  @ApiProperty({ type: String, description: 'Standard entry class code', example: 'PPD' })
  readonly sec!: string;

  @ApiProperty({ type: String, example: '1234567890' })
  readonly company_id!: string;

  @ApiProperty(TEXT)
  readonly company_name!: string;

  @ApiProperty({ type: String, description: 'Company entry description', example: 'PAYMENT' })
  readonly description!: string;

  @ApiProperty({ type: String, description: 'YYMMDD', example: '270129' })
  readonly effective_entry_date!: string;

  @ApiProperty(COUNT)
  readonly entries!: number;

  @ApiProperty(CENTS)
  readonly debit!: number;

  @ApiProperty(CENTS)
  readonly credit!: number;

  @ApiProperty(TRACE)
  readonly first_trace!: string;

  @ApiProperty(TRACE)
  readonly last_trace!: string;
}

@ApiSchema({ name: 'BankFileEntry' })
class BankFileEntryDetails implements BankFileEntryView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty(TEXT)
  readonly end_to_end_id!: string;

  @ApiProperty({ type: String, enum: DIRECTIONS })
  readonly direction!: (typeof DIRECTIONS)[number];

  @ApiProperty(CENTS)
  readonly amount!: number;

  @ApiProperty({ type: String, enum: ENTRY_STATES })
  readonly state!: EntryStatus;

  @ApiPropertyOptional({
    type: String,
    description: 'Of the rejection or return, or the last status of an instant payment',
    example: 'R01',
  })
  readonly code?: string;

  @ApiProperty({ type: String, example: 'PPD' })
  readonly sec!: string;

  @ApiProperty({ type: 'integer', example: 22 })
  readonly transaction_code!: number;

  @ApiProperty({ type: String, example: '021000021' })
  readonly routing_number!: string;

  @ApiProperty({ type: String, description: 'The last four digits', example: '*****6789' })
  readonly account_number!: string;

  @ApiProperty({ type: String, description: 'As the bank gets it' })
  readonly name!: string;

  @ApiProperty({ type: String, description: 'Identifies the entry in returns' })
  readonly individual_id!: string;

  @ApiProperty(TRACE)
  readonly trace_number!: string;

  @ApiPropertyOptional(TRACE)
  readonly return_trace_number?: string;

  @ApiProperty(DAY)
  readonly effective_date!: string;

  @ApiProperty(TIME)
  readonly settles_at!: string;
}

@ApiSchema({ name: 'RailException' })
class RailExceptionDetails implements RailExceptionView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: String, example: 'first-bank' })
  readonly connection!: string;

  @ApiProperty({ type: String, enum: EXCEPTION_KINDS })
  readonly kind!: ExceptionKind;

  @ApiProperty({ type: String, description: 'What the kind means' })
  readonly meaning!: string;

  @ApiProperty({ type: Boolean, description: 'It can be resolved with the entry that is meant' })
  readonly matchable!: boolean;

  @ApiProperty({ type: String, enum: EXCEPTION_STATES })
  readonly state!: (typeof EXCEPTION_STATES)[number];

  @ApiPropertyOptional(ID)
  readonly file_id?: string;

  @ApiPropertyOptional(TEXT)
  readonly end_to_end_id?: string;

  @ApiPropertyOptional({ type: String, example: 'R01' })
  readonly code?: string;

  @ApiPropertyOptional({ type: String, enum: DIRECTIONS })
  readonly direction?: (typeof DIRECTIONS)[number];

  @ApiPropertyOptional(CENTS)
  readonly amount?: number;

  @ApiPropertyOptional(TRACE)
  readonly original_trace_number?: string;

  @ApiPropertyOptional(TRACE)
  readonly trace_number?: string;

  @ApiPropertyOptional(TEXT)
  readonly detail?: string;

  @ApiPropertyOptional({ type: String, description: 'How it was resolved' })
  readonly resolution?: string;

  @ApiPropertyOptional(TEXT)
  readonly resolved_by?: string;

  @ApiPropertyOptional(TIME)
  readonly resolved_at?: string;

  @ApiProperty(TIME)
  readonly created_at!: string;
}

@ApiSchema({ name: 'BankConnection' })
class BankConnectionDetails implements OwnConnectionView {
  @ApiProperty({ type: String, example: 'first-bank' })
  readonly name!: string;

  @ApiProperty({ type: String, description: 'The name of the bank', example: 'FIRST BANK' })
  readonly bank!: string;

  @ApiProperty({ type: Boolean, description: 'It serves other enterprises too' })
  readonly shared!: boolean;
}

@ApiSchema({ name: 'BankWindow' })
class BankWindowDetails implements OwnWindowView {
  @ApiProperty({ type: String, example: 'first-bank' })
  readonly connection!: string;

  @ApiProperty({ type: String, enum: RAILS })
  readonly rail!: string;

  @ApiProperty({ ...TIME, description: 'When its file is cut' })
  readonly window_at!: string;

  @ApiProperty({ ...TIME, description: 'Until when the bank takes the file' })
  readonly cutoff_at!: string;

  @ApiProperty(DAY)
  readonly effective_date!: string;

  @ApiProperty(TIME)
  readonly settles_at!: string;

  @ApiProperty({ ...COUNT, description: 'Payments of the enterprise that wait for its end' })
  readonly waiting!: number;
}

export class BankFilesResponse {
  @ApiProperty({ type: [BankFileDetails] })
  readonly files!: readonly BankFileView[];
}

export class BankFileResponse {
  @ApiProperty({ type: BankFileDetails })
  readonly file!: BankFileView;
}

export class BankFileWithBatchesResponse extends BankFileResponse {
  @ApiProperty({ type: [BankFileBatchDetails], description: 'The batches of the enterprise' })
  readonly batches!: readonly BankFileBatchView[];
}

export class BankFileEntriesResponse {
  @ApiProperty({ type: [BankFileEntryDetails] })
  readonly entries!: readonly BankFileEntryView[];
}

export class RailExceptionsResponse {
  @ApiProperty({ type: [RailExceptionDetails] })
  readonly exceptions!: readonly RailExceptionView[];
}

export class RailExceptionResponse {
  @ApiProperty({ type: RailExceptionDetails })
  readonly exception!: RailExceptionView;
}

export class BankWindowsResponse {
  @ApiProperty({ type: [BankConnectionDetails], description: 'Empty when no files to banks are used' })
  readonly connections!: readonly OwnConnectionView[];

  @ApiProperty({ type: [BankWindowDetails] })
  readonly windows!: readonly OwnWindowView[];
}
