import { useState } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { foundAccountsQuery, partyAccountQuery } from '../../api/lazy/account-queries.js';
import type { Party } from '../../api/lazy/account-queries.js';
import { PAGE_SIZE } from '../../api/list.js';
import { accountQuery, payableAccountsQuery } from '../../api/queries.js';
import type { ExternalAccount } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { textOf } from '../states.js';
import { useSettled } from '../use-settled.js';

const PAUSE_MS = 200;

interface Wanted {
  /** Those of an earlier transfer, which may be older than all that are listed. */
  readonly parties: readonly Party[];
  /** Those that are chosen already, verified or not. */
  readonly ids: readonly string[];
}

interface KnownAccounts {
  /** Once all of them were read. */
  readonly data: readonly ExternalAccount[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** The newest accounts that money can be sent to or collected from, and those that are wanted besides. */
export function useAccounts({ parties, ids }: Wanted): KnownAccounts {
  const newest = useQuery(payableAccountsQuery());
  const isMissing = (isWanted: (account: ExternalAccount) => boolean) => newest.data?.some(isWanted) === false;
  const missingParties = parties.filter((party) => isMissing((account) => isOf(account, party)));
  const missingIds = ids.filter((wanted) => isMissing(({ id }) => id === wanted));
  const earlier = useQueries({ queries: missingParties.map((party) => partyAccountQuery(party)) });
  const chosen = useQueries({ queries: missingIds.map((id) => accountQuery(id)) });
  const isReading = [...earlier, ...chosen].some(({ isLoading }) => isLoading);
  const others = [...earlier, ...chosen].flatMap(({ data }) => data ?? []);
  // A form that is shown stays, also when the list is read again and lacks one of them.
  const [wasRead, setRead] = useState(false);
  const isRead = newest.data !== undefined && (wasRead || !isReading);
  if (isRead && !wasRead) setRead(true);
  const data = isRead ? eachOnce([...newest.data, ...others]) : undefined;
  return { data, error: newest.data === undefined ? newest.error : null, refetch: newest.refetch };
}

/** Whether an account is that of a side of a transfer. */
export const isOf = (account: Party, party: Party | undefined): boolean =>
  account.account_reference_id === party?.account_reference_id &&
  account.customer_reference_id === party.customer_reference_id;

export const eachOnce = (accounts: readonly ExternalAccount[]): ExternalAccount[] => [
  ...new Map(accounts.map((account) => [account.id, account])).values(),
];

/** Whether it is an account of the enterprise itself. */
export const isOwned = ({ customer_resource_type }: ExternalAccount): boolean =>
  customer_resource_type === 'enterprise';

interface FoundAccounts {
  readonly accounts: readonly ExternalAccount[];
  /** How the search goes, while there is something to say. */
  readonly status: string | undefined;
}

/** What a search finds for a text, where there are more accounts than are listed. */
export function useFoundAccounts(text: string, listed: readonly ExternalAccount[]): FoundAccounts {
  const wanted = isAll(listed) ? '' : text.trim();
  const asked = useSettled(wanted, PAUSE_MS);
  const { data = [], isFetching, error } = useQuery(foundAccountsQuery(asked));
  // What was found for an earlier text is not offered for this one.
  if (asked !== wanted) return { accounts: [], status: t('palette.searching') };
  if (isFetching) return { accounts: data, status: t('palette.searching') };
  return { accounts: data, status: error ? t('palette.failed', { text: textOf(error) }) : undefined };
}

/** Whether the list of accounts has all that can be chosen. */
export const isAll = (listed: readonly ExternalAccount[]): boolean => listed.length < PAGE_SIZE;
