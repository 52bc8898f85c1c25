import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { raceLost } from '@payments/persistence';
import { Transfer } from '../domain/transfer.js';
import type { OpenedTransfer } from '../domain/transfer.js';
import type { Side } from '../domain/leg.js';
import { sidesOf } from '../domain/transfer-state.js';
import type { Maker, NamedParty, NewTransfer, PartyState, TransferRequest } from '../domain/transfer-state.js';
import { transferTypes } from '../domain/transfer-type.js';
import type { UseCase } from '../domain/transfer-type.js';
import { explainRejection, missingSubledger } from './explain-rejection.js';
import { PaidAccounts } from './paid-accounts.js';
import type { PinnedAccount, ShownParties } from './paid-accounts.js';
import { Transfers } from './ports.js';
import type { ReferencedTransfer } from './ports.js';
import { transferQueues } from './queues.js';

/** A request of another context, for the one who made what it comes from. */
export interface TransferOrder extends TransferRequest {
  readonly maker: Maker;
}

export interface ResolvedOrder {
  readonly use_case: UseCase;
  readonly parties: ShownParties;
}

/** What became of a request: the id of its transfer, or the error that `POST /deliver/transfers` returns. */
export type OpenedOrder = { readonly transfer_id: string } | { readonly error: DomainError };

/** What a request is, and the error with which it would be refused. */
export interface JudgedOrder {
  /** Whether its transfer is paid from the balance of the enterprise. */
  readonly takesFunds: boolean;
  /** Whose money it would move; null for that of the enterprise itself, and for a refused one. */
  readonly subledger_id: string | null;
  /** The accounts that it would pay, with the versions of their details; none of a refused one. */
  readonly accounts: readonly PinnedAccount[];
  readonly error?: DomainError;
}

/** Creates transfers for other contexts, inside their units of work, by the rules of `POST /deliver/transfers`. */
@Injectable()
export class OpenTransfers {
  constructor(
    private readonly transfers: Transfers,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
    private readonly paidAccounts: PaidAccounts,
  ) {}

  /** In the order of the requests, at most 500. A refused one does not affect the others. */
  async open(requests: readonly TransferOrder[]): Promise<OpenedOrder[]> {
    const opened = requests.map((request) => this.begin(request));
    const stored = await this.transfers.addAll(opened.filter((_, at) => missingSubledger(requests[at]!) === undefined));
    await this.tasks.schedule([...stored].map((id) => ({ queue: transferQueues.acceptance, subjectId: id })));
    const orders: OpenedOrder[] = [];
    for (const [at, { state }] of opened.entries()) {
      const error = stored.has(state.id)
        ? undefined
        : (missingSubledger(requests[at]!) ?? (await this.refusalOf(state)));
      orders.push(error === undefined ? { transfer_id: state.id } : { error });
    }
    return orders;
  }

  /** The error with which the parties of the request would be refused now. */
  async check(request: TransferOrder): Promise<DomainError | undefined> {
    const { transfers } = this;
    const missing = missingSubledger(request);
    if (missing !== undefined) return missing;
    return explainRejection(this.begin(request).state, {
      findPartyProblems: (party) => transfers.findPartyProblems(party),
      enterpriseHasAccount: () => transfers.enterpriseHasAccount(),
      hasGroup: (id) => transfers.hasGroup(id),
      isUsableSubledger: (reference, owners) => transfers.isUsableSubledger(reference, owners),
      referenceIsTaken: () => Promise.resolve(false),
    });
  }

  /** What the request would pay now, as approvers see it. Its parties must be usable. */
  async resolve(request: TransferOrder): Promise<ResolvedOrder> {
    const { state } = this.begin(request);
    const pinned: Record<Side, PartyState | null> = { source: null, destination: null };
    for (const side of sidesOf(state)) {
      const found = await this.transfers.findAccount(state[side]!);
      if (found === undefined) throw raceLost(new Error('the party is not usable any more'));
      pinned[side] = { ...state[side]!, ...found };
    }
    const [parties] = await this.paidAccounts.partiesOf([pinned]);
    return { use_case: state.use_case, parties: parties! };
  }

  /** What `open` would make of the requests now, in their order, at most 500. */
  async judge(requests: readonly TransferOrder[]): Promise<JudgedOrder[]> {
    const opened = requests.map((request) => this.begin(request));
    const storable = await this.transfers.storable(opened);
    const judged: JudgedOrder[] = [];
    for (const [at, { state }] of opened.entries()) {
      const takesFunds = transferTypes[state.use_case].paysFromBalance;
      const missing = missingSubledger(requests[at]!);
      const error = missing ?? (storable.has(state.id) ? undefined : await this.refusalOf(state));
      const found = storable.get(state.id);
      const accounts = sidesOf(state).flatMap((side): PinnedAccount[] => {
        const party = found?.[side];
        return party ? [{ side, account_id: party.account_id, details_version: party.account_version }] : [];
      });
      judged.push({ takesFunds, subledger_id: found?.subledger_id ?? null, accounts, ...(error && { error }) });
    }
    return judged;
  }

  /** By reference: the ids of transfers that exist with the amount and the parties of their request. */
  async existing(requests: readonly TransferOrder[]): Promise<ReadonlyMap<string, string>> {
    const asked = new Map(requests.map((request) => [request.transfer_reference_id, request]));
    const found = await this.transfers.findByReferences([...asked.keys()]);
    const same = found.filter((transfer) => isSameOrder(asked.get(transfer.transfer_reference_id)!, transfer));
    return new Map(same.map(({ id, transfer_reference_id }) => [transfer_reference_id, id]));
  }

  /** Which of these transfers have failed. */
  async failed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return ids.length === 0 ? new Set() : this.transfers.failed(ids);
  }

  private begin({ maker, ...request }: TransferOrder): OpenedTransfer {
    const { enterpriseName } = workContext.tenant();
    return Transfer.open(request, { id: newId(), enterpriseName, maker, now: this.clock.now() });
  }

  // No reason any more: it has become acceptable meanwhile, and the unit of work runs again.
  private async refusalOf(state: NewTransfer): Promise<DomainError> {
    const error = await explainRejection(state, this.transfers);
    if (error === undefined) throw raceLost(new Error('the transfer was refused without a reason'));
    return error;
  }
}

function isSameOrder(order: TransferOrder, { amount, source, destination }: ReferencedTransfer): boolean {
  const isSame = (one: NamedParty | undefined, other: NamedParty | null) =>
    one?.account_reference_id === other?.account_reference_id &&
    one?.customer_reference_id === other?.customer_reference_id;
  return BigInt(order.amount) === amount && isSame(order.source, source) && isSame(order.destination, destination);
}
