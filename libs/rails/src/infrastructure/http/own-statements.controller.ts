import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { flag, linkHeader, ListQuery, oneOf, Operation, Optional, repeatable, text } from '@payments/http';
import type { FastifyReply } from 'fastify';
import { ReadOwnStatements } from '../../application/own/read-own-statements.js';
import type { BreakKind } from '../../domain/statements/reconciliation-break.js';
import {
  BankBreaksResponse,
  BankStatementLinesResponse,
  BankStatementResponse,
  BankStatementsResponse,
  BREAK_KINDS,
  BREAK_STATES,
} from './own-statements.response.js';

const READ = { scope: 'read:rails', portal: true } as const;

/** Query of `GET /portal/rails/statements`. */
class BankStatementQuery extends ListQuery {
  @Optional(text({ max: 31, example: 'first-bank' }))
  readonly connection?: string;
}

/** Query of `GET /portal/rails/breaks`. */
class BankBreakQuery extends BankStatementQuery {
  @Optional(repeatable(oneOf(BREAK_STATES)), { stem: 'break_state' })
  readonly state?: readonly (typeof BREAK_STATES)[number][];

  @Optional(repeatable(oneOf(BREAK_KINDS)), { stem: 'break_kind' })
  readonly kind?: readonly BreakKind[];
}

/** Query of `GET /portal/rails/statements/{id}/lines`. */
class BankStatementLineQuery extends ListQuery {
  @Optional(flag())
  readonly open?: boolean;
}

/** Statements of banks, and where they, the files and the ledger differ. */
@ApiTags('Bank files')
@Controller('portal/rails')
export class OwnStatementsController {
  constructor(private readonly reading: ReadOwnStatements) {}

  @Get('statements')
  @Operation('List statements of banks, newest first', {
    id: 'listBankStatements',
    description:
      'The statements of settlement accounts that serve no other enterprise, with their balances. `gap` says that something is missing between a statement and the one before.',
    ...READ,
    response: BankStatementsResponse,
  })
  async list(
    @Query() query: BankStatementQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BankStatementsResponse> {
    return { statements: linkHeader(reply, await this.reading.list(query)) };
  }

  @Get('statements/:id')
  @Operation('Get a statement of a bank', {
    id: 'getBankStatement',
    description: 'With its balances, the sums of its booked lines, and the proof of its closing balance.',
    ...READ,
    response: BankStatementResponse,
  })
  async get(@Param('id') id: string): Promise<BankStatementResponse> {
    return { statement: await this.reading.get(id) };
  }

  @Get('statements/:id/lines')
  @Operation('List the lines of a statement, in its order', {
    id: 'listBankStatementLines',
    description:
      'Each with its class, and what it was matched by: a reference, an equal amount, or the sum of a day. An open line matches nothing yet.',
    ...READ,
    response: BankStatementLinesResponse,
  })
  async lines(
    @Param('id') id: string,
    @Query() query: BankStatementLineQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BankStatementLinesResponse> {
    return { lines: linkHeader(reply, await this.reading.lines(id, query)) };
  }

  @Get('breaks')
  @Operation('List differences between the books, newest first', {
    id: 'listBankBreaks',
    description:
      'Where the ledger, the files and the statements of a bank disagree. A break is resolved by the comparison that no longer finds it.',
    ...READ,
    response: BankBreaksResponse,
  })
  async breaks(
    @Query() query: BankBreakQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BankBreaksResponse> {
    return { breaks: linkHeader(reply, await this.reading.breaks(query)) };
  }
}
