import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { pollInterval } from '../../api/live.js';

/** All limits, by name. */
export const limitsQuery = () =>
  queryOptions({
    queryKey: ['limits', 'all'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/limits', { signal })),
    select: ({ limits }) => limits,
  });

/** What is used of the limits that hold for the user. */
export const usedLimitsQuery = () =>
  queryOptions({
    queryKey: ['limits', 'used'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/limits', { signal })),
    select: ({ limits }) => limits,
    refetchInterval: pollInterval,
  });

export const returnRatesQuery = () =>
  queryOptions({
    queryKey: ['limits', 'return-rates'],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/return-rates', { signal })),
    select: ({ return_rates }) => return_rates,
    refetchInterval: pollInterval,
  });
