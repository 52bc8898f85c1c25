import { idBefore } from '@payments/kernel';
import type { Change } from './webhook-configuration.js';

/** Deliveries that can be sent again: failed, pending and delivered ones. */
export const RECOVERABLE = ['failed', 'pending', 'delivered'] as const;
export type RecoverableStatus = (typeof RECOVERABLE)[number];

const WHAT_FAILED: readonly RecoverableStatus[] = ['failed', 'pending'];

/** What a caller wants resent. */
export interface RecoveryRequest {
  /** Deliveries created since then. */
  readonly since: Date;
  /** Event types; all by default. */
  readonly event_types?: readonly string[];
  readonly status?: readonly RecoverableStatus[];
}

/** A recovery as stored: its scope and progress. */
export interface RecoveryState {
  readonly enterprise_id: string;
  readonly id: string;
  readonly configuration_id: string;
  readonly state: 'running' | 'completed';
  readonly since: Date;
  readonly event_types: readonly string[] | null;
  readonly statuses: readonly RecoverableStatus[];
  /** Everything up to it is done. */
  readonly last_delivery_id: string;
  readonly examined: number;
  readonly recovered: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export function startRecovery(
  row: Pick<RecoveryState, 'enterprise_id' | 'id' | 'configuration_id'>,
  { since, event_types, status = WHAT_FAILED }: RecoveryRequest,
  { by, at }: Change,
): RecoveryState {
  return {
    ...row,
    state: 'running',
    since,
    event_types: event_types ?? null,
    statuses: [...new Set(status)],
    last_delivery_id: idBefore(since),
    examined: 0,
    recovered: 0,
    created_by: by,
    created_at: at,
    updated_at: at,
  };
}

/** The recovery after a step that examined up to `limit` deliveries. */
export function advance(
  recovery: RecoveryState,
  step: Pick<RecoveryState, 'examined' | 'recovered'> & { readonly last_delivery_id: string | null },
  { limit, at }: { readonly limit: number; readonly at: Date },
): RecoveryState {
  return {
    ...recovery,
    state: step.examined < limit ? 'completed' : 'running',
    last_delivery_id: step.last_delivery_id ?? recovery.last_delivery_id,
    examined: recovery.examined + step.examined,
    recovered: recovery.recovered + step.recovered,
    updated_at: at,
  };
}
