import { Injectable } from '@nestjs/common';
import { Clock, DomainError, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Approvals, shownOf } from '@payments/persistence';
import type { Hidden, Shown } from '@payments/persistence';
import { beginBookTransfer } from '../domain/book-transfer.js';
import type { BookSide, BookTransferState, NewBookTransfer } from '../domain/book-transfer.js';
import { bookTransferErrors } from '../domain/subledger.errors.js';
import { BookMoney } from './book-money.js';
import { toBookTransferView } from './book-transfer.view.js';
import type { BookTransferView } from './book-transfer.view.js';
import { BookTransfers, Subledgers } from './ports.js';
import type { NamedSide } from './ports.js';

/** A side as the client names it; one that is left out is the enterprise itself. */
interface SideRequest {
  readonly subledger_reference_id: string;
}

export interface BookTransferRequest extends NewBookTransfer {
  readonly source?: SideRequest;
  readonly destination?: SideRequest;
}

const RECORD = 'it is a record of what has happened, and decides nothing';

/** Approvers see every other field of a book transfer. */
const HIDDEN: Hidden<BookTransferState> = {
  source: 'it is shown with the customer of the subledger',
  destination: 'it is shown with the customer of the subledger',
  id: 'the approval shows it as subject_id',
  created_by: 'the approval shows it as requested_by',
  owner: 'it decides who may approve, not what is paid',
  approval: 'it is this approval',
  status: RECORD,
  reason_code: RECORD,
  sequence: RECORD,
  created_at: RECORD,
  updated_at: RECORD,
};

/** Moves money between two books. The answer is final, unless a policy demands an approval first. */
@Injectable()
export class CreateBookTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subledgers: Subledgers,
    private readonly bookTransfers: BookTransfers,
    private readonly bookMoney: BookMoney,
    private readonly approvals: Approvals,
    private readonly clock: Clock,
  ) {}

  /** @throws the codes of `bookTransferErrors` */
  execute(request: BookTransferRequest): Promise<BookTransferView> {
    return this.unitOfWork.run(async () => {
      const { actor, owner, isPortal } = workContext.get();
      const maker = { created_by: actor ?? null, owner: owner ?? null };
      const { source, destination } = await this.sidesOf(request);
      const begun = beginBookTransfer(request, {
        ...{ id: newId(), source: sideOf(source), destination: sideOf(destination), ...maker, now: this.clock.now() },
      });
      const sides = {
        ...(source && { source: shownSide(source) }),
        ...(destination && { destination: shownSide(destination) }),
      };
      const held = await this.hold(begun, { sides, origin: isPortal === true ? 'portal' : 'api' });
      if (held !== undefined) {
        await this.bookTransfers.add(held);
        return toBookTransferView(held);
      }
      const { decided, postings } = await this.bookMoney.decide([begun], begun.created_at);
      await Promise.all([this.bookTransfers.add(decided[0]!), this.bookMoney.post(postings)]);
      return toBookTransferView(decided[0]!);
    });
  }

  private async sidesOf({ source, destination, amount }: BookTransferRequest) {
    const names = [source, destination].flatMap((side) => side?.subledger_reference_id ?? []);
    const found = await this.subledgers.findSides(names);
    const named = (side: SideRequest | undefined) =>
      found.find(({ subledger_reference_id }) => subledger_reference_id === side?.subledger_reference_id);
    const [from, to] = [named(source), named(destination)];
    const errors: DomainError[] = [];
    // A late return may leave money in a closed subledger, which can be taken out, or leave it short, which can be filled.
    if (source && !from) errors.push(bookTransferErrors.invalid_book_transfer_source_subledger_reference_id());
    const isFull = to !== undefined && to.lacks !== null && BigInt(to.lacks) < BigInt(amount);
    if (destination && (!to || isFull || to === from)) {
      errors.push(bookTransferErrors.invalid_book_transfer_destination_subledger_reference_id());
    }
    const [first, ...others] = errors.flatMap(({ fieldErrors }) => fieldErrors);
    if (first !== undefined) throw DomainError.ofFields([first, ...others]);
    return { source: from, destination: to };
  }

  private async hold(
    transfer: BookTransferState,
    { sides, origin }: { readonly sides: Shown; readonly origin: string },
  ): Promise<BookTransferState | undefined> {
    const { id, amount, metadata, created_by, owner } = transfer;
    const approval = await this.approvals.demand({
      ...{ type: 'book_transfer', id, maker: { created_by, owner }, facts: { amount, origin, metadata } },
      shown: { ...shownOf(transfer, HIDDEN), ...sides },
    });
    return approval && { ...transfer, approval: { id: approval.id, status: 'pending' } };
  }
}

function shownSide(side: NamedSide): Shown {
  return shownOf(side, { lacks: 'what is closed is refused, only paid from, or only filled up to zero' });
}

function sideOf(side: BookSide | undefined): BookSide | null {
  if (side === undefined) return null;
  const { subledger_id, subledger_reference_id } = side;
  return { subledger_id, subledger_reference_id };
}
