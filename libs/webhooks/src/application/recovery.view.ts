import type { RecoveryState } from '../domain/recovery.js';

/** A recovery as the interface shows it. */
export interface RecoveryView {
  readonly id: string;
  readonly configuration_id: string;
  /** `running` or `completed` */
  readonly state: string;
  readonly since: string;
  readonly event_types?: readonly string[];
  readonly status: readonly string[];
  /** How many deliveries were examined so far. */
  readonly examined: number;
  /** How many of them are sent again. */
  readonly recovered: number;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export function toRecoveryView(recovery: RecoveryState): RecoveryView {
  const { id, configuration_id, state, since, event_types, statuses, examined, recovered, created_by } = recovery;
  return {
    id,
    configuration_id,
    state,
    since: since.toISOString(),
    ...(event_types !== null && { event_types }),
    status: statuses,
    examined,
    recovered,
    created_by,
    created_at: recovery.created_at.toISOString(),
    updated_at: recovery.updated_at.toISOString(),
  };
}
