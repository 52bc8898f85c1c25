import { skipToken, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { approvalQuery } from '../../api/controls-queries.js';
import { eventDeliveriesQuery } from '../../api/operations-queries.js';
import { configurationsQuery, eventsQuery, explanationQuery, historyQuery, ledgerQuery } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { KINDS, timelineOf } from './timeline.js';
import type { SentEvent, TimelineKind } from './timeline.js';

/** The kinds that there are for the user to see. */
export function useKinds({ approval }: Transfer): readonly TimelineKind[] {
  const may: Partial<Record<TimelineKind, boolean>> = {
    approval: useCan('read:approvals') && approval !== undefined,
    ledger: useCan('read:ledger'),
    event: useCan('read:webhook-configurations'),
    delivery: useCan('read:webhook-configurations'),
  };
  return KINDS.filter((kind) => may[kind] ?? true);
}

/** The timeline of a transfer; what is not shown is not asked for. */
export function useTimeline({ id, approval }: Transfer, shown: readonly TimelineKind[]) {
  const isShown = (kind: TimelineKind) => shown.includes(kind);
  const history = useQuery(historyQuery(id));
  const explanation = useQuery(explanationQuery(id));
  const decided = useQuery({ ...approvalQuery(approval?.id ?? ''), enabled: isShown('approval') });
  const entries = useInfiniteQuery({ ...ledgerQuery({ transfer_id: id }), enabled: isShown('ledger') });
  const eventsOf = eventsQuery(id);
  const needsEvents = isShown('event') || isShown('delivery');
  const events = useQuery(needsEvents ? eventsOf : { ...eventsOf, queryFn: skipToken });
  const deliveries = useDeliveries(isShown('delivery') ? (events.data ?? []).map(({ event_id }) => event_id) : []);
  return {
    history,
    error: history.error ?? explanation.error,
    items: timelineOf({
      history: history.data,
      legs: explanation.data?.legs,
      approval: decided.data,
      entries: entries.data?.pages.flatMap((page) => page.items),
      events: events.data,
      deliveries,
    }).filter(({ kind }) => isShown(kind)),
  };
}

/** What was sent of these events, and where. */
function useDeliveries(eventIds: readonly string[]): SentEvent[] {
  const { data: endpoints = [] } = useQuery({ ...configurationsQuery(), enabled: eventIds.length > 0 });
  const urlOf = (wanted: string) => endpoints.find(({ id }) => id === wanted)?.url ?? wanted;
  return useQueries({
    queries: eventIds.map(eventDeliveriesQuery),
    combine: (results) =>
      results.flatMap(({ data = [] }) =>
        data.map((delivery) => ({ ...delivery, endpoint: urlOf(delivery.configuration_id) })),
      ),
  });
}
