import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { PAGE_SIZE } from '../../api/list.js';
import { useCan } from '../../app/use-session.js';
import { withChosen } from '../../ui/lazy/use-subledgers.js';
import type { Choice } from '../../ui/lazy/use-subledgers.js';

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
