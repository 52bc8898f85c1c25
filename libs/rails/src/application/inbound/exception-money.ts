import { Injectable } from '@nestjs/common';
import { Clock, newYorkDate, newYorkInstant } from '@payments/kernel';
import { Suspense } from '@payments/ledger';
import { BOOKABLE_KINDS, centsMoved, MATCHABLE_KINDS } from '../../domain/inbound/exceptions.table.js';
import { sameMoney } from '../../domain/statements/match-statement.js';
import { TenantWork } from '../tenant-work.js';
import { type ExplainedDay, type NewReturnPosting, Postings, Statements } from '../statements/ports.js';
import { InboundOperationError } from './operate-inbound.js';
import type { RailException } from './ports.js';
import { ReturnedMoney } from './returned-money.js';

interface Booking {
  readonly enterpriseId: string;
  /** Above 0 what the enterprise gets, below 0 what it pays. */
  readonly cents: bigint;
  readonly actor: string;
}

/** The money of exceptions: what the bank moved is in suspense until it is somebody's. The subject is the exception. */
@Injectable()
export class ExceptionMoney {
  constructor(
    private readonly suspense: Suspense,
    private readonly tenantWork: TenantWork,
    private readonly postings: Postings,
    private readonly returned: ReturnedMoney,
    private readonly statements: Statements,
    private readonly clock: Clock,
  ) {}

  /** @throws InboundOperationError if money of it is in suspense, or may come: it has to be booked. */
  async assertNone(exception: RailException): Promise<void> {
    const { id, for_enterprise } = exception;
    if (for_enterprise === null) return;
    if (await this.tenantWork.run(for_enterprise, () => this.returned.isReversalOnItsWay(exception))) {
      throw new InboundOperationError('the reversal is on its way; wait until it has settled, or came back');
    }
    const cents = await this.balanceOf(id, for_enterprise);
    const isLine = exception.kind === 'statement_line';
    if (cents !== 0n) {
      const orElse = isLine ? `, or take it back with 'rails statements take-back ${id}'` : '';
      throw new InboundOperationError(
        `${cents} cents of it are in suspense; resolve it with --book ${for_enterprise}${orElse}`,
      );
    }
    if (!isLine || exception.decision !== null || isWire(exception)) return;
    throw new InboundOperationError(
      `its money is not in suspense yet; repeat 'rails statements explain ${id}', or resolve it with --book ${for_enterprise}`,
    );
  }

  /** @throws InboundOperationError if the money is that of a line that was explained; `names` are of the payment that is meant */
  async assertUnexplained(exception: RailException, cents: bigint, names: readonly string[] = []): Promise<void> {
    if (exception.kind === 'statement_line') return;
    const posting = postingOf(exception, cents, null);
    const references = [...posting.references, ...names, exception.end_to_end_id].filter((each) => each !== null);
    const lines = await this.statements.explainedLines(exception.connection, references);
    const line = sameMoney(lines, { ...posting, references });
    if (line === undefined) return;
    throw new InboundOperationError(`it was booked with the line ${line.id} of a statement; resolve it with --ignore`);
  }

  /** The explained line of a statement that it is about. */
  async explained({ id, kind }: RailException): Promise<ExplainedDay | undefined> {
    return kind === 'statement_line' ? this.statements.explainedLine(id) : undefined;
  }

  /**
   * Books the opposite of a line, also for an enterprise that it was booked for. Repeating it changes nothing.
   * @returns false if nothing was booked of it yet
   */
  async takeBack(exception: RailException, line: ExplainedDay, actor: string): Promise<boolean> {
    const { id, for_enterprise } = exception;
    const kind = isWire(exception) ? 'credit' : exception.kind;
    const work = async () => {
      const banking_at = newYorkInstant(line.value_day, '12:00');
      const wasBooked = await this.suspense.undo({ subject_id: id, banking_at }, { kind, as: 'corrected_line' });
      await this.suspense.allocate({ subject_id: id, banking_at: this.clock.now() });
      // A wire may have been credited under its reference before, without the line.
      return wasBooked || isWire(exception);
    };
    return this.tenantWork.run(for_enterprise!, work, actor);
  }

  /** The line is what nobody explained, once its exception is resolved. */
  forget({ id }: RailException): Promise<void> {
    return this.statements.reopen(id, { renewed: true });
  }

  /** What booking it for an enterprise gives the enterprise, or takes from it, in cents. @throws InboundOperationError */
  async toBook(exception: RailException, enterpriseId: string): Promise<bigint> {
    await this.assertUncorrected(exception);
    const cents = await this.centsOf(exception, enterpriseId);
    assertOwned(exception, enterpriseId, await this.returned.ownersOf(exception));
    await this.tenantWork.run(enterpriseId, () => this.returned.admit(exception, cents));
    await this.assertUnexplained(exception, cents);
    return cents;
  }

  private async assertUncorrected(exception: RailException): Promise<void> {
    if ((await this.explained(exception))?.is_corrected !== true) return;
    throw new InboundOperationError('the bank has corrected the line; take it back with --ignore');
  }

  private async centsOf(exception: RailException, enterpriseId: string): Promise<bigint> {
    const { id, kind, for_enterprise, decision } = exception;
    if (!BOOKABLE_KINDS.has(kind)) {
      throw new InboundOperationError(
        `an exception of the kind ${kind} has no money to book; resolve it with --ignore`,
      );
    }
    if (isWire(exception)) {
      throw new InboundOperationError('a wire is credited once it is explained; resolve it with --ignore');
    }
    const held = for_enterprise === null ? 0n : await this.balanceOf(id, for_enterprise);
    // A line is booked for whom it was explained, also where nothing of it is in suspense yet, or any more.
    if ((held !== 0n || kind === 'statement_line') && for_enterprise !== enterpriseId) {
      throw new InboundOperationError(`its money is of ${for_enterprise}; book it there`);
    }
    if (held !== 0n) return held;
    if (kind !== 'reversal') {
      const cents = centsMoved(exception);
      if (cents !== undefined) return cents;
      throw new InboundOperationError(
        'it has no amount, or no code that says which way it went; ask the bank, and explain the line of its statement',
      );
    }
    // It may have been booked before this was interrupted.
    if (decision !== null) return 0n;
    throw new InboundOperationError(
      'nothing of it is in suspense: the reversal has not settled, or it came back; wait, or resolve it with --ignore',
    );
  }

  /** Repeating it changes nothing. @throws InboundOperationError, with nothing booked, if it does not fit any more */
  async book(exception: RailException, { enterpriseId, cents, actor }: Booking): Promise<bigint> {
    // A correction from now on makes the decision void.
    await this.assertUncorrected(exception);
    const { id, kind } = exception;
    const occasion = { subject_id: id, banking_at: this.clock.now() };
    return this.tenantWork.run(
      enterpriseId,
      async () => {
        const payment = await this.returned.admit(exception, cents);
        // The money of a reversal came when it settled.
        if (kind !== 'reversal') await this.suspense.receive(occasion, kind, cents);
        // What the bank booked for a reversal is derived from its file, and a line is explained by its own booking.
        if (kind !== 'reversal' && kind !== 'statement_line') {
          await this.postings.addReturns([postingOf(exception, cents, payment)]);
        }
        return this.suspense.allocate(occasion);
      },
      actor,
    );
  }

  private balanceOf(id: string, enterpriseId: string): Promise<bigint> {
    return this.tenantWork.run(enterpriseId, () => this.suspense.balanceOf(id));
  }
}

/** A line that was explained as a wire has an exception once the bank corrects it. */
const isWire = ({ kind, detail }: RailException) => kind === 'statement_line' && detail === 'wire_in';

/** The payment that an exception names says whose it is; the company id only where there is no such payment. */
function assertOwned(
  { kind, for_enterprise, original_trace }: RailException,
  enterpriseId: string,
  owners: readonly string[],
): void {
  const ofCompany =
    for_enterprise !== null && (owners.length === 0 ? original_trace !== null : owners.includes(for_enterprise));
  const allowed = ofCompany ? [for_enterprise] : owners;
  if (allowed.length === 0 || allowed.includes(enterpriseId)) return;
  const orElse = MATCHABLE_KINDS.has(kind) ? ', or resolve it with --entry if the bank means another payment' : '';
  const what = owners.length === 0 ? 'company id' : 'payment';
  throw new InboundOperationError(`its ${what} is of ${allowed.join(' or ')}; book it there${orElse}`);
}

/** The line that the statement of the bank has for it. */
function postingOf(
  { id, connection, created_at, ...exception }: RailException,
  cents: bigint,
  end_to_end_id: string | null,
): NewReturnPosting {
  const { original_trace, trace } = exception;
  return {
    ...{ kind: 'exception', key: `exception:${id}`, connection, file: id, batch: id, end_to_end_id },
    ...{
      day: newYorkDate(created_at),
      direction: cents > 0n ? 'credit' : 'debit',
      amount: cents > 0n ? cents : -cents,
    },
    references: [original_trace, trace].filter((each) => each !== null),
  };
}
