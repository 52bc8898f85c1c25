import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { railsErrors } from '../../domain/rails.errors.js';
import { OwnConnections } from './own-connections.js';
import { toBreakView, toLineView, toStatementView } from './own-statement.view.js';
import type { BankBreakView, BankStatementLineView, BankStatementView } from './own-statement.view.js';
import { OwnStatements } from './own-statements.ports.js';
import type { OwnBreakFilter, OwnLineFilter, OwnStatement, OwnStatementFilter } from './own-statements.ports.js';

/** Statements of accounts that only the enterprise uses, and where the books differ about it. */
@Injectable()
export class ReadOwnStatements {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly statements: OwnStatements,
    private readonly connections: OwnConnections,
  ) {}

  /** Newest first. */
  list(filter: Omit<OwnStatementFilter, 'alone'>): Promise<Page<BankStatementView>> {
    const alone = this.connections.alone();
    return this.unitOfWork.read(async () => mapped(await this.statements.list({ ...filter, alone }), toStatementView));
  }

  /** @throws unknown_id */
  get(id: string): Promise<BankStatementView> {
    return this.unitOfWork.read(async () => toStatementView(await this.find(id)));
  }

  /** In the order of the statement. @throws unknown_id */
  lines(id: string, filter: OwnLineFilter): Promise<Page<BankStatementLineView>> {
    return this.unitOfWork.read(async () => {
      const statement = await this.find(id);
      return mapped(await this.statements.lines(statement.id, filter), toLineView);
    });
  }

  /** Newest first. */
  breaks(filter: Omit<OwnBreakFilter, 'alone'>): Promise<Page<BankBreakView>> {
    const alone = this.connections.alone();
    return this.unitOfWork.read(async () => mapped(await this.statements.breaks({ ...filter, alone }), toBreakView));
  }

  private async find(id: string): Promise<OwnStatement> {
    const found = isUuid(id) ? await this.statements.find(id, this.connections.alone()) : undefined;
    if (found === undefined) throw railsErrors.unknown_id();
    return found;
  }
}

function mapped<From, To>({ items, ...rest }: Page<From>, to: (item: From) => To): Page<To> {
  return { items: items.map(to), ...rest };
}
