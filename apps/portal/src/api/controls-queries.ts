import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, pageOf } from './client.js';
import { list, PAGE_SIZE, paged } from './list.js';
import { pollInterval } from './live.js';
import { byId } from './queries.js';

/** Which approvals: those that wait for the user, all that wait, or those that are decided. */
export type ApprovalShare = 'mine' | 'waiting' | 'decided';

const DECIDED = ['approved', 'rejected', 'expired', 'withdrawn'] as const;

const filterOf = (share: ApprovalShare) => {
  if (share === 'mine') return { mine: true };
  return { status: share === 'waiting' ? (['pending'] as const).slice() : DECIDED.slice() };
};

export const approvalsQuery = (share: ApprovalShare) =>
  list({
    key: ['approvals', 'list', share],
    read: (after, signal) =>
      pageOf(
        api.GET('/deliver/approvals', { params: { query: { ...filterOf(share), ...paged(after) } }, signal }),
        ({ approvals }) => approvals,
      ),
  });

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', id],
    queryFn: ({ signal }) => dataOf(api.GET('/deliver/approvals/{id}', { params: byId(id), signal })),
    select: ({ approval }) => approval,
    refetchInterval: pollInterval,
  });

/** How many approvals wait for the user, up to a page of them. */
export const waitingApprovalsQuery = () =>
  queryOptions({
    queryKey: ['approvals', 'count'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/deliver/approvals', { params: { query: { mine: true, size: PAGE_SIZE } }, signal })),
    select: ({ approvals }) => approvals.length,
    refetchInterval: pollInterval,
  });

export const policiesQuery = () =>
  queryOptions({
    queryKey: ['policies'],
    queryFn: ({ signal }) => dataOf(api.GET('/portal/policies', { signal })),
    select: ({ policies }) => policies,
  });
