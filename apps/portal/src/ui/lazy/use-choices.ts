import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { PAGE_SIZE } from '../../api/list.js';
import { newestSubledgersQuery } from '../../api/product-queries.js';
import { useCan } from '../../app/use-session.js';

export type Choice = readonly [value: string, name: string];

/** The newest open subledgers by their references, and the chosen one. None for whoever may not read them. */
export function useSubledgers(chosen: string): readonly Choice[] {
  const { data = [] } = useQuery({ ...newestSubledgersQuery(), enabled: useCan('read:subledgers') });
  return withChosen(
    data.map(({ subledger_reference_id: reference }): Choice => [reference, reference]),
    chosen,
  );
}

/** The newest groups of transfers, and the chosen one, even if it is older. None for whoever may not read them. */
export function useGroups(chosen: string): readonly Choice[] {
  const { data = [] } = useQuery({
    queryKey: ['transfer_groups', 'newest'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/deliver/transfer-groups', { params: { query: { size: PAGE_SIZE } }, signal })),
    select: ({ transfer_groups }) => transfer_groups.map((each): Choice => [each.id, each.transfer_group_reference_id]),
    enabled: useCan('read:transfer-groups'),
  });
  return withChosen(data, chosen);
}

/** What can be chosen, and what is chosen even if it is older. */
const withChosen = (options: readonly Choice[], chosen: string): readonly Choice[] =>
  chosen === '' || options.some(([value]) => value === chosen) ? options : [[chosen, chosen], ...options];
