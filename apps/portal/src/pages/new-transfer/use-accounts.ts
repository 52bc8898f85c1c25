import { useQueries, useQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../api/list.js';
import { payableAccountsQuery } from '../../api/queries.js';
import type { ExternalAccount } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { textOf } from '../../ui/states.js';
import { useSettled } from '../../ui/use-settled.js';
import { foundAccountsQuery, partyAccountQuery } from './account-queries.js';
import type { Party } from './account-queries.js';

const PAUSE_MS = 200;

interface Wanted {
  readonly isEnabled: boolean;
  /** Those of an earlier transfer, which may be older than all that are listed. */
  readonly parties: readonly Party[];
}

interface KnownAccounts {
  /** Once all of them are read. */
  readonly data: readonly ExternalAccount[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** The newest accounts that money can be sent to or collected from, and those that are wanted besides. */
export function useAccounts({ isEnabled, parties }: Wanted): KnownAccounts {
  const newest = useQuery({ ...payableAccountsQuery(), enabled: isEnabled });
  const others = useQueries({ queries: parties.map((party) => partyAccountQuery(party)) });
  const isReading = others.some(({ isLoading }) => isLoading);
  const data =
    newest.data && !isReading ? eachOnce([...newest.data, ...others.flatMap((other) => other.data ?? [])]) : undefined;
  return { data, error: newest.data === undefined ? newest.error : null, refetch: newest.refetch };
}

export const eachOnce = (accounts: readonly ExternalAccount[]): ExternalAccount[] => [
  ...new Map(accounts.map((account) => [account.id, account])).values(),
];

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
