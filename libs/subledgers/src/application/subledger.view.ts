import type { OwnerType, SubledgerState } from '../domain/subledger.js';

/** A subledger on the wire, in responses and events. */
export interface SubledgerView {
  readonly id: string;
  readonly subledger_reference_id: string;
  readonly customer_reference_id: string;
  readonly customer_resource_type: OwnerType;
  /** Always the same: the interface has no other. */
  readonly status: 'created';
  readonly closed_at?: string;
  readonly debits_return_until?: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The allowlist of fields of a subledger that are shown. */
export function toSubledgerView(state: SubledgerState): SubledgerView {
  return {
    id: state.id,
    subledger_reference_id: state.subledger_reference_id,
    customer_reference_id: state.customer_reference_id,
    customer_resource_type: state.customer_resource_type,
    status: 'created',
    ...(state.closed_at && { closed_at: state.closed_at.toISOString() }),
    ...(state.debits_return_until && { debits_return_until: state.debits_return_until }),
    created_at: state.created_at.toISOString(),
    updated_at: state.updated_at.toISOString(),
  };
}
