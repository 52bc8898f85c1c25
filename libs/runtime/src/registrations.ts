import { httpMetrics, idempotencyRetention, idempotencySealedTables } from '@payments/http';
import { eventsTellAmounts, messagingMetrics, outboxInvariants } from '@payments/messaging';
import { observabilityMetrics } from '@payments/observability';
import type { MetricTable } from '@payments/observability';
import { auditRetention, dataKeyTables, persistenceMetrics, SealedColumns } from '@payments/persistence';
import type { ContextRegistration, Invariant, RetentionRule } from '@payments/persistence';

type Contexts = readonly ContextRegistration[];

/** The registrations of the shared libraries. */
export const platform: ContextRegistration = {
  name: 'platform',
  metrics: { ...httpMetrics, ...messagingMetrics, ...persistenceMetrics, ...observabilityMetrics },
  sealedTables: idempotencySealedTables,
  wrappedTables: dataKeyTables,
  invariants: outboxInvariants,
  invariantsOver: (contexts) => [eventsTellAmounts(contexts.flatMap(({ toldAmounts = [] }) => toldAmounts))],
  retention: [...idempotencyRetention, ...auditRetention],
};

/** Every metric of a process. All processes have the same. */
export function metricsOf(contexts: Contexts): MetricTable {
  return Object.assign({}, ...[platform, ...contexts].map(({ metrics }) => metrics)) as MetricTable;
}

export function sealedColumnsOf(contexts: Contexts): SealedColumns {
  const all = [platform, ...contexts];
  return new SealedColumns(
    all.flatMap(({ sealedTables = [] }) => sealedTables),
    all.flatMap(({ wrappedTables = [] }) => wrappedTables),
  );
}

/** The invariants: some checked every minute, all of them every night. */
export function invariantsOf(contexts: Contexts): readonly Invariant[] {
  return [platform, ...contexts].flatMap(({ invariants = [], invariantsOver }) => [
    ...invariants,
    ...(invariantsOver?.(contexts) ?? []),
  ]);
}

/** The data that is removed at the end of its retention period. */
export function retentionOf(contexts: Contexts): readonly RetentionRule[] {
  return [platform, ...contexts].flatMap(({ retention = [] }) => retention);
}
