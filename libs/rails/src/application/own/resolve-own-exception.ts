import { Injectable } from '@nestjs/common';
import { isUuid, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { BOOKABLE_KINDS, centsMoved } from '../../domain/inbound/exceptions.table.js';
import { railsErrors } from '../../domain/rails.errors.js';
import { InboundOperationError } from '../inbound/operate-inbound.js';
import { ResolveException } from '../inbound/resolve-exception.js';
import { OwnConnections } from './own-connections.js';
import { toExceptionView } from './own-file.view.js';
import type { RailExceptionView } from './own-file.view.js';
import { OwnFiles } from './ports.js';
import type { OwnException } from './ports.js';

/** Resolves an exception of the enterprise, or of a connection that only it uses. */
@Injectable()
export class ResolveOwnException {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly own: OwnFiles,
    private readonly connections: OwnConnections,
    private readonly resolving: ResolveException,
  ) {}

  /**
   * @param endToEndId of an entry of the enterprise: what came back is applied to it; without it nothing is booked
   * @throws unknown_id, exception_not_resolvable
   */
  async execute(id: string, reason: string, endToEndId: string | undefined): Promise<RailExceptionView> {
    const exception = await this.find(id);
    if (!this.connections.all().some(({ name }) => name === exception.connection)) {
      throw railsErrors.exception_not_resolvable();
    }
    if (endToEndId === undefined) this.assertNoCharge(exception);
    const operator = { actor: workContext.get().actor!, reason };
    try {
      if (endToEndId === undefined) await this.resolving.ignore(id, operator);
      else await this.resolving.match(id, { endToEndId, among: [workContext.enterpriseId()] }, operator);
    } catch (error) {
      if (!(error instanceof InboundOperationError)) throw error;
      throw railsErrors.exception_not_resolvable({ message: `It cannot be resolved so: ${error.message}.` });
    }
    return toExceptionView(await this.find(id));
  }

  // The money left an account that others use, too.
  private assertNoCharge(exception: OwnException): void {
    const { kind, connection } = exception;
    if (!BOOKABLE_KINDS.has(kind) || (centsMoved(exception) ?? -1n) > 0n) return;
    if (this.connections.alone().includes(connection)) return;
    throw railsErrors.exception_not_resolvable({
      message: 'The bank may have taken money for it from an account that is not yours alone. Ask the operator.',
    });
  }

  private async find(id: string) {
    const alone = this.connections.alone();
    const found = isUuid(id) ? await this.unitOfWork.read(() => this.own.exception(id, alone)) : undefined;
    if (found === undefined) throw railsErrors.unknown_id();
    return found;
  }
}
