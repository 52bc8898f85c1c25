import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { PAGE_SIZE } from '../../api/list.js';
import { useCan } from '../../app/use-session.js';

type Option = readonly [id: string, name: string];

/** The newest groups of transfers, and the chosen one, even if it is older. None for whoever may not read them. */
export function useGroups(chosen: string): readonly Option[] {
  const { data = [] } = useQuery({
    queryKey: ['transfer_groups', 'newest'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/deliver/transfer-groups', { params: { query: { size: PAGE_SIZE } }, signal })),
    select: ({ transfer_groups }) => transfer_groups.map((each): Option => [each.id, each.transfer_group_reference_id]),
    enabled: useCan('read:transfer-groups'),
  });
  return chosen === '' || data.some(([id]) => id === chosen) ? data : [[chosen, chosen], ...data];
}
