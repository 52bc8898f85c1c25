import type { Side } from './leg.js';

export type UseCase = 'payout' | 'direct_debit' | 'deposit' | 'account_to_account';

/** The properties that distinguish the use cases of transfers. */
export interface TransferType {
  /** One leg each, the debit first. */
  readonly sides: readonly Side[];
  /** The funds are reserved from the balance of the enterprise before anything is sent. */
  readonly paysFromBalance: boolean;
  /** The transfer is completed when the network accepts the leg of this side. */
  readonly completesOn: Side;
  /** The transfer is settled when the hold of its debit ends. */
  readonly settlesOnHoldEnd: boolean;
  /** The credit waits until the hold of the debit ends. */
  readonly creditWaits: boolean;
  /** A business on these sides must have its tax id and address on file. */
  readonly fullDataSides: readonly Side[];
}

const twoLegs: TransferType = {
  sides: ['source', 'destination'],
  paysFromBalance: false,
  completesOn: 'destination',
  settlesOnHoldEnd: false,
  creditWaits: true,
  fullDataSides: ['source', 'destination'],
};

export const transferTypes: Readonly<Record<UseCase, TransferType>> = {
  payout: {
    sides: ['destination'],
    paysFromBalance: true,
    completesOn: 'destination',
    settlesOnHoldEnd: false,
    creditWaits: false,
    fullDataSides: ['destination'],
  },
  direct_debit: {
    sides: ['source'],
    paysFromBalance: false,
    completesOn: 'source',
    settlesOnHoldEnd: true,
    creditWaits: false,
    fullDataSides: [],
  },
  deposit: twoLegs,
  account_to_account: twoLegs,
};

export const useCases = Object.keys(transferTypes) as readonly UseCase[];

/** Whether a business on this side must have its tax id and address on file. */
export function needsFullData(useCase: UseCase, side: Side): boolean {
  return transferTypes[useCase].fullDataSides.includes(side);
}

/** Destination only is a payout, source only a direct debit, both a deposit when the enterprise receives. */
export function useCaseOf(
  parties: { readonly source?: unknown; readonly destination?: { readonly customer_reference_id: string } | undefined },
  enterpriseName: string,
): UseCase {
  if (parties.source === undefined) return 'payout';
  if (parties.destination === undefined) return 'direct_debit';
  return parties.destination.customer_reference_id === enterpriseName ? 'deposit' : 'account_to_account';
}
