/** A task that waits longer is late: the relay looks every second, and a lost queue delays work by a lease. */
export const LATE_SECONDS = 60;

interface Work {
  readonly queues: readonly { readonly oldest_due_seconds: number }[];
  readonly dead_letters: number;
  readonly violations: number;
  readonly failing_endpoints: number;
  readonly open_breaks: number;
}

interface Reason {
  readonly holds: (work: Work) => boolean;
  /** The scope that shows the same in the API; every user may know without one. */
  readonly scope?: string;
}

/** Why the work of an enterprise is degraded, the worst first. */
const degradations = {
  invariant_violations: { holds: ({ violations }) => violations > 0 },
  dead_letters: { holds: ({ dead_letters }) => dead_letters > 0 },
  late_tasks: { holds: ({ queues }) => queues.some(({ oldest_due_seconds: age }) => age >= LATE_SECONDS) },
  open_breaks: { holds: ({ open_breaks }) => open_breaks > 0, scope: 'read:ledger' },
  failing_endpoints: {
    holds: ({ failing_endpoints }) => failing_endpoints > 0,
    scope: 'read:webhook-configurations',
  },
} as const satisfies Readonly<Record<string, Reason>>;

export type DegradedReason = keyof typeof degradations;

export const degradedReasons = Object.keys(degradations) as DegradedReason[];

/** The reasons that hold, as far as the scopes show them. */
export function reasonsFor(work: Work, scopes: ReadonlySet<string>): readonly DegradedReason[] {
  return degradedReasons.filter((reason) => {
    const { holds, scope }: Reason = degradations[reason];
    return (scope === undefined || scopes.has(scope)) && holds(work);
  });
}
