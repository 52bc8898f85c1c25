import { Money } from '@payments/kernel';
import type { HoldStatus } from '../domain/gate.js';
import type { LegState, Side } from '../domain/leg.js';
import type { StatusReasons } from '../domain/reason-codes.js';
import type { Metadata, NamedParty, NewTransfer, Speed, TransferState } from '../domain/transfer-state.js';
import type { TransferStatus } from '../domain/transfer-status.js';

export interface PartyView {
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
  readonly statement_display_name?: string;
  readonly trace_number?: string;
  readonly return_trace_number?: string;
}

/** The approval that a transfer needed. */
export interface TransferApprovalView {
  readonly id: string;
  readonly status: HoldStatus;
}

/** A transfer on the wire, in responses and events. */
export interface TransferView {
  readonly id: string;
  readonly transfer_reference_id: string;
  readonly amount: number;
  readonly currency: 'USD';
  readonly speed: Speed;
  readonly source?: PartyView;
  readonly destination?: PartyView;
  readonly status: TransferStatus;
  readonly status_reasons?: readonly StatusReasons[];
  readonly account_statement_descriptor?: string;
  /** Midnight UTC of a banking day. */
  readonly estimated_funds_delivery_date?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly metadata?: Metadata;
  readonly transfer_group_id?: string;
  /** Of the schedule that made the transfer. */
  readonly schedule_id?: string;
  /** Whose money it moves; without it, that of the enterprise itself. */
  readonly subledger_reference_id?: string;
  /** Of the bulk transfer that it is a row of. */
  readonly bulk_transfer_id?: string;
  /** The client or portal user who made it. */
  readonly created_by?: string;
  readonly approval?: TransferApprovalView;
}

/** The allowlist of fields of a transfer that are shown. Fields without a value are omitted. */
export function toTransferView(state: TransferState | NewTransfer, legs: readonly LegState[]): TransferView {
  const { source, destination, account_statement_descriptor, metadata, status_reasons } = state;
  const { estimated_funds_delivery_date: delivery } = state;
  return {
    id: state.id,
    transfer_reference_id: state.transfer_reference_id,
    amount: Money.usd(state.amount).toWire(),
    currency: state.currency,
    speed: state.speed,
    ...(source && { source: toPartyView(source, legs, 'source') }),
    ...(destination && { destination: toPartyView(destination, legs, 'destination') }),
    status: state.status,
    ...(status_reasons.length > 0 && { status_reasons }),
    ...(account_statement_descriptor !== null && { account_statement_descriptor }),
    ...(delivery !== null && { estimated_funds_delivery_date: delivery.toISOString() }),
    created_at: state.created_at.toISOString(),
    updated_at: state.updated_at.toISOString(),
    ...(metadata && { metadata }),
    ...(state.transfer_group_id !== null && { transfer_group_id: state.transfer_group_id }),
    ...(state.schedule_id !== null && { schedule_id: state.schedule_id }),
    ...(state.subledger_reference_id !== null && { subledger_reference_id: state.subledger_reference_id }),
    ...(state.bulk_transfer_id !== null && { bulk_transfer_id: state.bulk_transfer_id }),
    ...(state.created_by !== null && { created_by: state.created_by }),
    ...(state.gate !== null && { approval: { id: state.gate.hold.id, status: state.gate.hold.status } }),
  };
}

function toPartyView(party: NamedParty, legs: readonly LegState[], side: Side): PartyView {
  const leg = legs.find((candidate) => candidate.side === side);
  return {
    account_reference_id: party.account_reference_id,
    customer_reference_id: party.customer_reference_id,
    ...(party.statement_display_name !== undefined && { statement_display_name: party.statement_display_name }),
    ...(leg?.trace_number && { trace_number: leg.trace_number }),
    ...(leg?.return_trace_number && { return_trace_number: leg.return_trace_number }),
  };
}
