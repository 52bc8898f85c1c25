import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from '../../api/client.js';
import { list, paged } from '../../api/list.js';
import { pollInterval } from '../../api/live.js';
import { byId } from '../../api/queries.js';
import type { Filter } from '../../api/queries.js';
import type { Subledger, SubledgerAmounts } from '../../api/types.js';

/** A subledger with its money, for users who may see it. */
export type SubledgerRow = Subledger & { readonly balance?: SubledgerAmounts };

export const subledgersQuery = (filter: Filter, canReadBalances: boolean) =>
  list<SubledgerRow>({
    key: ['subledgers', 'list', filter],
    read: async (after, signal) => {
      const params = { query: { ...filter, ...paged(after) } };
      // The list of balances has the filters and the order of the list of subledgers.
      const [{ items, ...page }, { balances }] = await Promise.all([
        pageOf(api.GET('/deliver/subledgers', { params, signal }), ({ subledgers }) => subledgers),
        canReadBalances ? dataOf(api.GET('/deliver/balance/subledgers', { params, signal })) : { balances: [] },
      ]);
      const found = new Map(balances.map((balance) => [balance.subledger_id, balance]));
      const withBalance = (item: Subledger): SubledgerRow => {
        const balance = found.get(item.id);
        return { ...item, ...(balance && { balance }) };
      };
      return { ...page, items: items.map(withBalance) };
    },
  });

export const subledgerQuery = (id: string) =>
  queryOptions({
    queryKey: ['subledgers', id],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/subledgers/{id}', { params: byId(id), signal })),
    select: ({ subledger }) => subledger,
    refetchInterval: pollInterval,
  });

export const subledgerBalanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['subledgers', id, 'balance'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/balance/subledgers/{id}', { params: byId(id), signal })),
    select: ({ balance }) => balance,
    refetchInterval: pollInterval,
  });

export const bookTransfersQuery = (filter: Filter) =>
  list({
    key: ['book_transfers', 'list', filter],
    read: (after, signal) =>
      pageOf(
        api.GET('/deliver/booktransfers', { params: { query: { ...filter, ...paged(after) } }, signal }),
        ({ book_transfers }) => book_transfers,
      ),
  });
