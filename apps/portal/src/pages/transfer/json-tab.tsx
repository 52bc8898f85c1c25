import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { approvalQuery } from '../../api/controls-queries.js';
import { eventsQuery, explanationQuery, historyQuery, ledgerQuery } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { Code } from '../../ui/values.js';

/** The answers of the API from which the rest of the page is made, as far as the user may read them. */
export function JsonTab({ transfer }: { readonly transfer: Transfer }) {
  const { id, approval: held } = transfer;
  const { data: explanation } = useQuery(explanationQuery(id));
  const { data: statuses } = useQuery(historyQuery(id));
  const { data: approval } = useQuery({
    ...approvalQuery(held?.id ?? ''),
    enabled: useCan('read:approvals') && held !== undefined,
  });
  const entries = useInfiniteQuery({ ...ledgerQuery({ transfer_id: id }), enabled: useCan('read:ledger') });
  const events = useQuery({ ...eventsQuery(id), enabled: useCan('read:webhook-configurations') });
  const answers = {
    ...{ transfer, explanation, statuses, approval },
    entries: entries.data?.pages.flatMap((page) => page.items),
    events: events.data,
  };
  return <Code>{JSON.stringify(answers, null, 2)}</Code>;
}
