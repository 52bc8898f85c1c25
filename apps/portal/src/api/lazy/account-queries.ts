import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.js';
import { PAGE_SIZE } from '../list.js';
import { byId } from '../queries.js';
import type { ExternalAccount, SearchHit, Transfer } from '../types.js';

export type Party = Pick<NonNullable<Transfer['source']>, 'account_reference_id' | 'customer_reference_id'>;

const VERIFIED = { status: ['verified' as const], size: PAGE_SIZE };

/** The account of one side of a transfer, as long as it can be used; none else. */
export const partyAccountQuery = ({ account_reference_id, customer_reference_id }: Party) =>
  queryOptions({
    queryKey: ['accounts', 'party', account_reference_id, customer_reference_id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/deliver/external/accounts', {
          params: { query: { ...VERIFIED, account_reference_id, customer_reference_id } },
          signal,
        }),
      ),
    select: ({ external_accounts }) => external_accounts,
  });

/** Finds more than this are too many to choose from. */
const MOST_HITS = 10;
/** What is or has accounts. */
const SEARCHED_TYPES = ['external_account', 'person', 'business'] as const;
/** What the search of the portal takes, in characters. */
const SEARCHED = { shortest: 2, longest: 64 } as const;

/** The verified accounts with such a reference, and those of customers with such a name or reference. */
export const foundAccountsQuery = (text: string) =>
  queryOptions({
    queryKey: ['accounts', 'found', text],
    queryFn: async ({ signal }) => {
      const query = { q: text, type: [...SEARCHED_TYPES] };
      const { hits } = await dataOf(api.GET('/portal/search', { params: { query }, signal }));
      return (await Promise.all(hits.slice(0, MOST_HITS).map((hit) => READERS[hit.type]!(hit, signal)))).flat();
    },
    enabled: text.length >= SEARCHED.shortest && text.length <= SEARCHED.longest,
  });

type Reader = (hit: SearchHit, signal: AbortSignal) => Promise<readonly ExternalAccount[]>;

/** How the accounts of a hit are read, by what it is. */
const READERS: Readonly<Partial<Record<SearchHit['type'], Reader>>> = {
  external_account: async ({ id, status }, signal) =>
    status === 'verified'
      ? [(await dataOf(api.GET('/deliver/external/accounts/{id}', { params: byId(id), signal }))).external_account]
      : [],
  person: async ({ id }, signal) => {
    const params = { ...byId(id), query: VERIFIED };
    return (await dataOf(api.GET('/deliver/persons/{id}/external/accounts', { params, signal }))).external_accounts;
  },
  business: async ({ id }, signal) => {
    const params = { ...byId(id), query: VERIFIED };
    return (await dataOf(api.GET('/deliver/businesses/{id}/external/accounts', { params, signal }))).external_accounts;
  },
};
