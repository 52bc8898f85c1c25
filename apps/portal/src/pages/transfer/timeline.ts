import type { LedgerEntry, LegExplanation, StatusChange } from '../../api/types.js';

export type TimelineKind = 'status' | 'leg' | 'ledger' | 'event';

export interface TimelineItem {
  readonly at: string;
  readonly kind: TimelineKind;
  /** A code that the page translates: a status, a kind of entry, an event type. */
  readonly code: string;
  readonly detail?: string;
  /** The status, for its look. */
  readonly tone?: string;
}

interface Sources {
  readonly history?: readonly StatusChange[] | undefined;
  readonly legs?: readonly LegExplanation[] | undefined;
  readonly entries?: readonly LedgerEntry[] | undefined;
  readonly events?:
    readonly { readonly event_type: string; readonly created_at: string; readonly sequence: number }[] | undefined;
}

const ORDER: readonly TimelineKind[] = ['status', 'leg', 'ledger', 'event'];

/** Everything that happened to a transfer in the order of its times; at the same time, causes before effects. */
export function timelineOf({ history = [], legs = [], entries = [], events = [] }: Sources): TimelineItem[] {
  const items: TimelineItem[] = [
    ...history.map(({ status, updated_at }) => ({
      ...{ at: updated_at, kind: 'status' as const, code: status, tone: status },
    })),
    ...legs.flatMap(({ side, attempts }) =>
      attempts.map(({ routed_at, rail }) => ({ at: routed_at, kind: 'leg' as const, code: rail, detail: side })),
    ),
    ...entries.map(({ created_at, kind, debit_account, credit_account }) => ({
      ...{ at: created_at, kind: 'ledger' as const, code: kind },
      detail: `${debit_account} → ${credit_account}`,
    })),
    ...events.map(({ event_type, created_at, sequence }) => ({
      ...{ at: created_at, kind: 'event' as const, code: event_type, detail: `#${sequence}` },
    })),
  ];
  const rank = ({ at, kind }: TimelineItem) => [Date.parse(at), ORDER.indexOf(kind)] as const;
  return items.sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first[0] - second[0] || first[1] - second[1];
  });
}
