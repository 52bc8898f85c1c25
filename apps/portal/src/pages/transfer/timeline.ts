import type { Approval, LedgerEntry, LegExplanation, StatusChange, WebhookDelivery } from '../../api/types.js';
import { outcomeOf } from '../../ui/delivery-outcome.js';

export type TimelineKind = 'status' | 'leg' | 'approval' | 'ledger' | 'event' | 'delivery';

export interface TimelineItem {
  readonly at: string;
  readonly kind: TimelineKind;
  /** A code that the page translates: a status, a step of an approval, a kind of entry, an event type. */
  readonly code: string;
  readonly detail?: string;
  /** The same moment by the banking clock, where that is known, too. */
  readonly bankingAt?: string;
  /** The status, for its look. */
  readonly tone?: string;
}

/** A delivery of an event, and where it was sent. */
export interface SentEvent extends Pick<WebhookDelivery, 'event_type' | 'attempts'> {
  readonly endpoint: string;
}

interface Sources {
  readonly history?: readonly StatusChange[] | undefined;
  readonly legs?: readonly LegExplanation[] | undefined;
  readonly approval?: Approval | undefined;
  readonly entries?: readonly LedgerEntry[] | undefined;
  readonly events?:
    readonly { readonly event_type: string; readonly created_at: string; readonly sequence: number }[] | undefined;
  readonly deliveries?: readonly SentEvent[] | undefined;
}

export const KINDS: readonly TimelineKind[] = ['status', 'leg', 'approval', 'ledger', 'event', 'delivery'];

/** Everything that happened to a transfer in the order of its times; at the same time, causes before effects. */
export function timelineOf(sources: Sources): TimelineItem[] {
  const { history = [], legs = [], approval, entries = [], events = [], deliveries = [] } = sources;
  const items: TimelineItem[] = [
    ...history.map(({ status, updated_at }) => ({
      ...{ at: updated_at, kind: 'status' as const, code: status, tone: status },
    })),
    ...legs.flatMap(({ side, attempts }) =>
      attempts.map(({ routed_at, rail }) => ({
        ...{ at: routed_at, bankingAt: routed_at, kind: 'leg' as const, code: rail, detail: side },
      })),
    ),
    ...(approval ? stepsOf(approval) : []),
    ...entries.map(({ created_at, banking_at, kind, debit_account, credit_account }) => ({
      ...{ at: created_at, bankingAt: banking_at, kind: 'ledger' as const, code: kind },
      detail: `${debit_account} → ${credit_account}`,
    })),
    ...events.map(({ event_type, created_at, sequence }) => ({
      ...{ at: created_at, kind: 'event' as const, code: event_type, detail: `#${sequence}` },
    })),
    ...deliveries.flatMap(({ event_type, endpoint, attempts }) =>
      attempts.map((attempt) => ({
        ...{ at: attempt.attempted_at, kind: 'delivery' as const, code: event_type },
        detail: `${endpoint}: ${outcomeOf(attempt)}`,
        tone: attempt.error === undefined ? 'delivered' : 'failed',
      })),
    ),
  ];
  const rank = ({ at, kind }: TimelineItem) => [Date.parse(at), KINDS.indexOf(kind)] as const;
  return items.sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first[0] - second[0] || first[1] - second[1];
  });
}

/** The request, each decision, and an end that nobody decided. */
function stepsOf({ requested_at, requested_by, decisions, status, decided_at }: Approval): TimelineItem[] {
  const kind = 'approval' as const;
  const isUndecided = decided_at !== undefined && (status === 'expired' || status === 'withdrawn');
  return [
    { at: requested_at, kind, code: 'requested', tone: 'waiting', ...(requested_by && { detail: requested_by }) },
    ...decisions.map(({ decision, user, comment, decided_at: at }) => ({
      ...{ at, kind, code: decision, tone: decision === 'approve' ? 'approved' : 'rejected' },
      detail: [user, comment].filter(Boolean).join(': '),
    })),
    ...(isUndecided ? [{ at: decided_at, kind, code: status, tone: status }] : []),
  ];
}
