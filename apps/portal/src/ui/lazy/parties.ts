export type UseCase = 'payout' | 'direct_debit' | 'deposit' | 'account_to_account';

/** What a payment does and between whom, as forms have it. */
export interface Parties {
  readonly useCase: UseCase;
  /** Ids of accounts. One that the use case does not need may still be there. */
  readonly source: string | undefined;
  readonly destination: string | undefined;
}

/** An account as a request names it. */
export interface PartyAccount {
  readonly id: string;
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
}

export const needsSource = ({ useCase }: Pick<Parties, 'useCase'>): boolean => useCase !== 'payout';
export const needsDestination = ({ useCase }: Pick<Parties, 'useCase'>): boolean => useCase !== 'direct_debit';

/** The sides that still have to be chosen. */
export const missingSides = (parties: Parties): ('source' | 'destination')[] => [
  ...(needsSource(parties) && parties.source === undefined ? (['source'] as const) : []),
  ...(needsDestination(parties) && parties.destination === undefined ? (['destination'] as const) : []),
];

/** The sides of a request. @throws Error if one has to be chosen */
export function sidesOf(parties: Parties, accounts: readonly PartyAccount[]) {
  const side = (id: string | undefined) => {
    const account = accounts.find((each) => each.id === id);
    if (account === undefined) throw new Error('no account');
    const { account_reference_id, customer_reference_id } = account;
    return { account_reference_id, customer_reference_id };
  };
  if (!needsSource(parties)) return { destination: side(parties.destination) };
  if (!needsDestination(parties)) return { source: side(parties.source) };
  return { source: side(parties.source), destination: side(parties.destination) };
}
