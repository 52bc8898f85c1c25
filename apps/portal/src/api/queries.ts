import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from './client.js';
import { list, PAGE_SIZE, paged } from './list.js';
import { pollInterval } from './live.js';
import type { AuditEntry, Customer, CustomerKind, LedgerEntry, SearchHit, TransferQuestion } from './types.js';

export type Filter = Readonly<Record<string, string | readonly string[] | undefined>>;

const PREVIEW_AGE_MS = 30_000;

export const transfersPage = (filter: Filter, after: string | undefined, signal: AbortSignal) =>
  pageOf(
    api.GET('/deliver/transfers', { params: { query: { ...filter, ...paged(after) } }, signal }),
    ({ transfers }) => transfers,
  );

export const transfersQuery = (filter: Filter) =>
  list({
    key: ['transfers', 'list', filter],
    read: (after, signal) => transfersPage(filter, after, signal),
  });

interface OverviewTime {
  readonly start: string;
  readonly end?: string;
  readonly step: 'hour' | 'day';
}

/** Transfers created from `start` until `end`, or now, are counted, by steps. */
export const overviewQuery = ({ start, end, step }: OverviewTime) =>
  queryOptions({
    queryKey: ['overview', start, end],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/portal/overview', {
          params: { query: { start_time: start, step, ...(end !== undefined && { end_time: end }) } },
          signal,
        }),
      ),
    select: ({ overview }) => overview,
    // The figures of one time stay until those of another are there.
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
  });

/** How many things need attention. */
export const attentionQuery = () =>
  queryOptions({
    queryKey: ['attention'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/attention', { signal })),
    select: ({ attention }) => attention.reduce((total, { count }) => total + count, 0),
    refetchInterval: pollInterval,
  });

const SHORTEST_SEARCH = 2;
const LONGEST_SEARCH = 64;

export const searchQuery = (text: string, type?: SearchHit['type']) =>
  queryOptions({
    queryKey: ['search', text, type],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/portal/search', { params: { query: { q: text, ...(type && { type: [type] }) } }, signal })),
    select: ({ hits }) => hits,
    enabled: text.length >= SHORTEST_SEARCH && text.length <= LONGEST_SEARCH,
  });

export const byId = (id: string) => ({ path: { id } });

export const transferQuery = (id: string) =>
  queryOptions({
    queryKey: ['transfers', id],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/transfers/{id}', { params: byId(id), signal })),
    select: ({ transfer }) => transfer,
    refetchInterval: pollInterval,
  });

export const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: ['transfers', id, 'explain'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/transfers/{id}/explain', { params: byId(id), signal })),
    select: ({ explanation }) => explanation,
    refetchInterval: pollInterval,
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['transfers', id, 'history'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/transfers/{id}/history', { params: byId(id), signal })),
    select: ({ statuses }) => statuses,
    refetchInterval: pollInterval,
  });

export const reasonCodesQuery = () =>
  queryOptions({
    queryKey: ['reason-codes'],
    queryFn: ({ signal }) => dataOf(api.GET('/reference/reason-codes', { signal })),
    select: ({ reason_codes }) => reason_codes,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const balanceQuery = () =>
  queryOptions({
    queryKey: ['balance'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/balance', { signal })),
    select: ({ balance, total_balance }) => ({ own: balance, total: total_balance }),
    refetchInterval: pollInterval,
  });

export const dayBalancesQuery = () =>
  queryOptions({
    queryKey: ['day-balances'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/balance/days', { signal })),
    select: ({ days }) => days,
  });

export const ledgerQuery = (filter: Filter) =>
  list<LedgerEntry>({
    key: ['ledger', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/deliver/ledger/entries', { params: { query: { ...filter, ...paged(after) } }, signal }),
        (body) => (body as { entries: LedgerEntry[] }).entries,
      ),
  });

export const clockQuery = () =>
  queryOptions({
    queryKey: ['clock'],
    queryFn: ({ signal }) => dataOf(api.GET('/sandbox/clock', { signal })),
    select: ({ clock }) => clock,
    refetchInterval: pollInterval,
    retry: false,
  });

export const customersQuery = (kind: CustomerKind, filter: Filter) =>
  list<Customer>({
    key: ['customers', kind, filter],
    read: (after, signal) => {
      const params = { query: { ...filter, ...paged(after) } };
      return kind === 'persons'
        ? pageOf(api.GET('/deliver/persons', { params, signal }), ({ persons }) =>
            persons.map((person) => ({ ...person, kind: 'persons' as const })),
          )
        : pageOf(api.GET('/deliver/businesses', { params, signal }), ({ businesses }) =>
            businesses.map((business) => ({ ...business, kind: 'businesses' as const })),
          );
    },
  });

export const customerQuery = (kind: CustomerKind, id: string) =>
  queryOptions({
    queryKey: ['customers', kind, id],
    queryFn: async ({ signal }) =>
      kind === 'persons'
        ? (await dataOf(api.GET('/deliver/persons/{id}', { params: byId(id), signal }))).person
        : (await dataOf(api.GET('/deliver/businesses/{id}', { params: byId(id), signal }))).business,
  });

export const accountsQuery = (filter: Filter) =>
  list({
    key: ['accounts', 'list', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/deliver/external/accounts', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ external_accounts }) => external_accounts,
      ),
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['accounts', id],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/external/accounts/{id}', { params: byId(id), signal })),
    select: ({ external_account }) => external_account,
    // No event tells of new metadata and of corrections, nor of details that change before they were verified.
    refetchInterval: pollInterval,
  });

/** The accounts that money can be sent to or collected from. */
export const payableAccountsQuery = () =>
  queryOptions({
    queryKey: ['accounts', 'payable'],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/deliver/external/accounts', { params: { query: { status: ['verified'], size: PAGE_SIZE } }, signal }),
      ),
    select: ({ external_accounts }) => external_accounts,
  });

/** @param question the body as JSON. A question that is asked no more is cancelled. */
export const previewQuery = (question: string) =>
  queryOptions({
    queryKey: ['preview', question],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/deliver/transfers/preview', { body: JSON.parse(question) as TransferQuestion, signal })),
    select: ({ preview }) => preview,
    staleTime: PREVIEW_AGE_MS,
    // What was refused stays so.
    refetchInterval: ({ state }) => (state.status === 'error' ? false : PREVIEW_AGE_MS),
    placeholderData: keepPreviousData,
  });

export const configurationsQuery = () =>
  queryOptions({
    queryKey: ['webhooks', 'configurations'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/webhooks/configurations', { params: { query: { size: PAGE_SIZE } }, signal })),
    select: ({ webhook_configurations }) => webhook_configurations,
  });

export const configurationQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'configurations', id],
    queryFn: ({ signal }) => dataOf(api.GET('/webhooks/configurations/{id}', { params: byId(id), signal })),
    select: ({ webhook_configuration }) => webhook_configuration,
  });

/** The events of a resource, oldest first. */
export const eventsQuery = (resourceId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'events', resourceId],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/webhooks/events', { params: { query: { resource_id: resourceId, size: PAGE_SIZE } }, signal })),
    select: ({ events }) => events,
    refetchInterval: pollInterval,
  });

export const auditQuery = (filter: Filter) =>
  list<AuditEntry>({
    key: ['audit', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/portal/audit', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ entries }) => entries,
      ),
  });

export const usersQuery = () =>
  queryOptions({
    queryKey: ['users'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/users', { signal })),
    select: ({ users }) => users,
  });

export const clientsQuery = () =>
  queryOptions({
    queryKey: ['credentials', 'clients'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/clients', { signal })),
    select: ({ clients }) => clients,
  });

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['credentials', 'api-keys'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/api-keys', { signal })),
    select: ({ api_keys }) => api_keys,
  });

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/settings', { signal })),
    select: ({ settings }) => settings,
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/me/sessions', { signal })),
    select: ({ sessions }) => sessions,
  });
