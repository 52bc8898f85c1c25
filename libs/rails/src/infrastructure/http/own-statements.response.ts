import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type {
  BankBreakView,
  BankStatementLineView,
  BankStatementView,
} from '../../application/own/own-statement.view.js';
import { type BreakKind, breakKinds } from '../../domain/statements/reconciliation-break.js';
import { STATEMENT_CLASSES } from '../../domain/statements/statement-classes.table.js';

export const BREAK_STATES = ['open', 'resolved'] as const;
export const BREAK_KINDS = Object.keys(breakKinds) as BreakKind[];
const FORMATS = ['camt.052', 'camt.053', 'camt.054', 'bai2'] as const;
const PURPOSES = ['day', 'intraday', 'notification'] as const;
const STATES = ['loading', 'current', 'superseded', 'repeated', 'unbooked', 'shown'] as const;
const DIRECTIONS = ['credit', 'debit'] as const;
const LINE_STATES = ['booked', 'pending', 'info'] as const;
const MATCHED_BY = ['reference', 'amount', 'sum'] as const;

const DAY = { type: String, format: 'date', example: '2027-01-29' } as const;
const TIME = { type: String, format: 'date-time' } as const;
const ID = { type: String, format: 'uuid' } as const;
const CENTS = { type: 'integer', description: 'Cents', example: 12_500 } as const;
const CONNECTION = {
  type: String,
  description: 'The name of the connection to the bank',
  example: 'first-bank',
} as const;

@ApiSchema({ name: 'BankStatementProof' })
class BankStatementProofDetails {
  @ApiProperty({ ...CENTS, description: 'Balance of the bank, in cents' })
  readonly closing!: number;

  @ApiProperty({
    ...CENTS,
    description: 'Credits minus debits that the bank booked and nothing explains',
    example: -30,
  })
  readonly open_lines!: number;

  @ApiProperty({ ...CENTS, description: 'Credits minus debits that the bank has still to book', example: 0 })
  readonly in_transit!: number;

  @ApiProperty({
    ...CENTS,
    description: 'Credits minus debits that the bank has booked and the ledger settles later',
    example: 0,
  })
  readonly unsettled!: number;

  @ApiProperty({ ...CENTS, description: 'Cash in the ledger: below 0 what is at the bank', example: -12_530 })
  readonly ledger_cash!: number;

  @ApiProperty({ ...CENTS, description: 'What the account had before the ledger began', example: 0 })
  readonly opening_difference!: number;

  @ApiProperty({
    ...CENTS,
    description:
      'closing - open_lines + in_transit - unsettled - opening_difference + ledger_cash; 0 where the books agree',
    example: 0,
  })
  readonly difference!: number;
}

@ApiSchema({ name: 'BankStatement' })
class BankStatementDetails implements BankStatementView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty(CONNECTION)
  readonly connection!: string;

  @ApiProperty({ type: String, enum: FORMATS })
  readonly format!: (typeof FORMATS)[number];

  @ApiProperty({ type: String, description: 'The id that the bank gave it' })
  readonly bank_id!: string;

  @ApiPropertyOptional({ type: 'integer', description: 'Consecutive at some banks', example: 29 })
  readonly sequence?: number;

  @ApiProperty({ type: String, description: 'The last four digits', example: '******0030' })
  readonly account_number!: string;

  @ApiProperty({ ...DAY, description: 'The last day that it covers' })
  readonly day!: string;

  @ApiProperty({ type: String, enum: PURPOSES, description: 'Only statements of a day are compared' })
  readonly purpose!: (typeof PURPOSES)[number];

  @ApiProperty({
    type: String,
    enum: STATES,
    description: 'A current statement is compared with the files and the ledger',
  })
  readonly state!: (typeof STATES)[number];

  @ApiPropertyOptional({ ...CENTS, description: 'Balance before its lines, in cents; negative when overdrawn' })
  readonly opening?: number;

  @ApiPropertyOptional({ ...CENTS, description: 'Balance after its lines, in cents; negative when overdrawn' })
  readonly closing?: number;

  @ApiProperty({ type: 'integer', description: 'Booked lines', example: 2 })
  readonly lines!: number;

  @ApiProperty({ ...CENTS, description: 'Booked credits in cents' })
  readonly credits!: number;

  @ApiProperty({ ...CENTS, description: 'Booked debits in cents' })
  readonly debits!: number;

  @ApiProperty({
    type: Boolean,
    description: 'Its opening balance or number does not follow from the statement before',
  })
  readonly gap!: boolean;

  @ApiPropertyOptional({ ...TIME, description: 'When it was first compared' })
  readonly reconciled_at?: string;

  @ApiPropertyOptional({
    type: BankStatementProofDetails,
    description: 'How its closing balance and the ledger explained each other when it was last the newest statement',
  })
  readonly proof?: BankStatementProofDetails;

  @ApiProperty({ ...TIME, description: 'When it was received' })
  readonly created_at!: string;
}

@ApiSchema({ name: 'MatchedPosting' })
class MatchedPostingDetails {
  @ApiPropertyOptional({ ...ID, description: 'The file to the bank; absent for files of the bank' })
  readonly file_id?: string;

  @ApiProperty({ type: String, description: 'The name of the file', example: '1234567890_20270129_A_1.ach' })
  readonly file_name!: string;

  @ApiProperty({ type: String, description: 'Its batch', example: '1' })
  readonly batch!: string;

  @ApiProperty({ type: 'integer', description: 'How many entries of it', example: 2 })
  readonly entries!: number;

  @ApiProperty(CENTS)
  readonly amount!: number;
}

@ApiSchema({ name: 'BankStatementLine' })
class BankStatementLineDetails implements BankStatementLineView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty({ type: 'integer', description: 'Its place in the statement, from 1', example: 1 })
  readonly position!: number;

  @ApiProperty(CENTS)
  readonly amount!: number;

  @ApiProperty({ type: String, enum: DIRECTIONS, description: 'Of the settlement account' })
  readonly direction!: (typeof DIRECTIONS)[number];

  @ApiProperty({ type: String, enum: LINE_STATES, description: 'Only booked lines count' })
  readonly status!: (typeof LINE_STATES)[number];

  @ApiProperty(DAY)
  readonly booking_day!: string;

  @ApiProperty(DAY)
  readonly value_day!: string;

  @ApiProperty({ type: String, enum: STATEMENT_CLASSES })
  readonly class!: (typeof STATEMENT_CLASSES)[number];

  @ApiProperty({ type: String, description: 'The code of the bank', example: '451' })
  readonly code!: string;

  @ApiProperty({ type: Boolean, description: 'The bank takes back an earlier line' })
  readonly reversal!: boolean;

  @ApiPropertyOptional({ type: 'integer', description: 'How many payments it sums up', example: 2 })
  readonly payments?: number;

  @ApiProperty({ type: [String], description: 'References of ours and of the bank' })
  readonly references!: readonly string[];

  @ApiProperty({ type: String, description: 'As the bank writes it, with account numbers masked' })
  readonly text!: string;

  @ApiProperty({ type: Boolean, description: 'It matches nothing, and nobody explained it' })
  readonly open!: boolean;

  @ApiPropertyOptional({ type: String, enum: MATCHED_BY })
  readonly matched_by?: (typeof MATCHED_BY)[number];

  @ApiPropertyOptional({ type: [MatchedPostingDetails], description: 'The batches that the bank booked with it' })
  readonly matched_with?: MatchedPostingDetails[];

  @ApiPropertyOptional({ type: String, description: 'What an operator said that it is', example: 'fee' })
  readonly explained_as?: string;
}

@ApiSchema({ name: 'BankBreak' })
class BankBreakDetails implements BankBreakView {
  @ApiProperty(ID)
  readonly id!: string;

  @ApiProperty(CONNECTION)
  readonly connection!: string;

  @ApiProperty({ type: String, enum: BREAK_KINDS })
  readonly kind!: BreakKind;

  @ApiProperty({ type: String, description: 'What the kind means' })
  readonly meaning!: string;

  @ApiProperty({ type: String, enum: BREAK_STATES })
  readonly state!: (typeof BREAK_STATES)[number];

  @ApiProperty(DAY)
  readonly day!: string;

  @ApiPropertyOptional({ ...ID, description: 'The line of the statement' })
  readonly line_id?: string;

  @ApiPropertyOptional({ ...ID, description: 'The statement, where only the enterprise uses the account' })
  readonly statement_id?: string;

  @ApiPropertyOptional({ type: String })
  readonly end_to_end_id?: string;

  @ApiPropertyOptional({ type: String, description: 'The name of the file, or the names of some' })
  readonly file_name?: string;

  @ApiPropertyOptional({ ...ID, description: 'The file to the bank, if it is about a single one' })
  readonly file_id?: string;

  @ApiPropertyOptional({ type: String, description: 'Its batch' })
  readonly batch?: string;

  @ApiProperty({ ...CENTS, description: 'Cents that the second book has more in favor of the enterprise', example: -1 })
  readonly difference!: number;

  @ApiProperty({ type: String })
  readonly expected!: string;

  @ApiProperty({ type: String })
  readonly found!: string;

  @ApiProperty({ ...TIME, description: 'When it was first found' })
  readonly created_at!: string;

  @ApiProperty({ ...TIME, description: 'When it was last found' })
  readonly last_seen_at!: string;

  @ApiPropertyOptional({ ...TIME, description: 'When it was no longer found' })
  readonly resolved_at?: string;
}

export class BankStatementsResponse {
  @ApiProperty({ type: [BankStatementDetails] })
  readonly statements!: readonly BankStatementView[];
}

export class BankStatementResponse {
  @ApiProperty({ type: BankStatementDetails })
  readonly statement!: BankStatementView;
}

export class BankStatementLinesResponse {
  @ApiProperty({ type: [BankStatementLineDetails] })
  readonly lines!: readonly BankStatementLineView[];
}

export class BankBreaksResponse {
  @ApiProperty({ type: [BankBreakDetails] })
  readonly breaks!: readonly BankBreakView[];
}
