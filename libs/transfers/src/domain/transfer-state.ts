import { Money } from '@payments/kernel';
import type { DomainEvent } from '@payments/kernel';
import type { GateState } from './gate.js';
import type { Side } from './leg.js';
import type { StatusReasons } from './reason-codes.js';
import type { TransferStatus } from './transfer-status.js';
import type { UseCase } from './transfer-type.js';

export const speeds = ['standard', 'same_day', 'asap'] as const;
export type Speed = (typeof speeds)[number];
export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** How a transfer was made: by a program, in the pages of the portal, by a schedule, or as a row of a bulk transfer. */
export type Origin = 'api' | 'portal' | 'schedule' | 'bulk';

/** Who made a transfer, and how. */
export interface Maker {
  /** A client id, or the name of a portal user; null if it was not recorded. */
  readonly created_by: string | null;
  /** The portal user who owns that client, `OPERATOR` if nobody does; null for a user, or if it was not recorded. */
  readonly owner: string | null;
  readonly origin: Origin;
}

/** A side as the client names it, before the account is looked up. */
export interface NamedParty {
  readonly account_reference_id: string;
  readonly customer_reference_id: string;
  readonly statement_display_name?: string;
}

/** A side of a transfer: what the client named, and the account version that was current at acceptance. */
export interface PartyState extends NamedParty {
  readonly account_id: string;
  readonly account_version: number;
  /** Whether that version was verified at acceptance. Transfers accepted before this was recorded do not say. */
  readonly was_verified?: boolean;
}

/** A transfer as stored, column-shaped. */
export interface TransferState extends Maker {
  readonly id: string;
  readonly transfer_reference_id: string;
  readonly use_case: UseCase;
  /** Cents. */
  readonly amount: bigint;
  readonly currency: 'USD';
  readonly speed: Speed;
  readonly source: PartyState | null;
  readonly destination: PartyState | null;
  readonly status: TransferStatus;
  readonly status_reasons: readonly StatusReasons[];
  readonly account_statement_descriptor: string | null;
  /** The banking day on which the money should be there, as midnight UTC; known once the worker has accepted it. */
  readonly estimated_funds_delivery_date: Date | null;
  readonly metadata: Metadata | null;
  /** Of the group that it joined when it was created. */
  readonly transfer_group_id: string | null;
  /** Of the schedule that made the transfer. */
  readonly schedule_id: string | null;
  /** Whose money it moves; null for that of the enterprise itself. */
  readonly subledger_id: string | null;
  readonly subledger_reference_id: string | null;
  /** Of the bulk transfer that it is a row of. */
  readonly bulk_transfer_id: string | null;
  /** Of a transfer that a gate held; null for any other. */
  readonly gate: GateState | null;
  /** Counts the events of the transfer. */
  readonly sequence: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The initial values of a transfer that the client does not send. Its keys are the columns. */
export const BEGINNING = {
  id: undefined,
  transfer_reference_id: undefined,
  use_case: undefined,
  amount: undefined,
  currency: undefined,
  speed: undefined,
  source: null,
  destination: null,
  status: 'created',
  status_reasons: [],
  account_statement_descriptor: null,
  estimated_funds_delivery_date: null,
  metadata: null,
  transfer_group_id: null,
  schedule_id: null,
  subledger_id: null,
  subledger_reference_id: null,
  bulk_transfer_id: null,
  created_by: null,
  owner: null,
  origin: 'api',
  gate: null,
  sequence: 0,
  version: 1,
  created_at: undefined,
  updated_at: undefined,
} as const satisfies { readonly [Field in keyof TransferState]: TransferState[Field] | undefined };

/** Every field of a transfer as stored. */
export const TRANSFER_FIELDS = Object.keys(BEGINNING) as readonly (keyof TransferState)[];

type SetByService =
  'id' | 'use_case' | 'created_at' | 'updated_at' | 'status' | 'status_reasons' | 'gate' | 'subledger_id' | keyof Maker;
type Sent = Omit<TransferState, SetByService | 'estimated_funds_delivery_date' | 'sequence' | 'version'>;
type MayBeOmitted = { [Field in keyof Sent]: null extends Sent[Field] ? Field : never }[keyof Sent];

/** A transfer as the client requests it. */
export type TransferRequest = Omit<Sent, MayBeOmitted | 'amount'> & {
  /** Cents. */
  readonly amount: number;
} & { readonly [Field in Exclude<MayBeOmitted, Side>]?: NonNullable<Sent[Field]> } & {
  readonly [Party in Side]?: NamedParty;
};

/** A transfer about to be stored: the statement that stores it looks up its parties. */
export interface NewTransfer extends Omit<TransferState, Side> {
  readonly source: NamedParty | null;
  readonly destination: NamedParty | null;
}

/** The initial state of a transfer. */
export function newTransfer(
  request: TransferRequest,
  made: Pick<TransferState, 'id' | 'use_case'> & Partial<Maker> & { readonly now: Date },
): NewTransfer {
  const { now, ...identity } = made;
  return {
    ...BEGINNING,
    ...request,
    ...identity,
    amount: Money.fromWire(request.amount).cents,
    metadata: keptMetadata(request.metadata),
    transfer_group_id: request.transfer_group_id?.toLowerCase() ?? null,
    created_at: now,
    updated_at: now,
  };
}

/** The moment of a step: real time, for the records, and the banking time that it belongs to. */
export interface StepTime {
  readonly now: Date;
  readonly at: Date;
}

export interface TransferEvent extends DomainEvent<'transfer_created' | 'transfer_updated'> {
  readonly sequence: number;
  /** The transfer as it was right after the event. */
  readonly state: TransferState | NewTransfer;
}

export interface StatusChange {
  readonly position: number;
  readonly status: TransferStatus;
  readonly updated_at: Date;
}

type PartyStatus = 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';

/** The verification results of a party: of the pinned account, and of the named customer. */
export interface PartyVerdict {
  readonly account: PartyStatus;
  readonly customer: PartyStatus;
  /** The status at the time of closing; null if open or not recorded. */
  readonly account_before_close?: PartyStatus | null;
  readonly customer_before_close?: PartyStatus | null;
  /** The account's details have changed since the pinned version: its status does not apply to that version. */
  readonly changed?: boolean;
}

/** Whether the parties may be paid or debited. */
export type PartyVerification = Readonly<Partial<Record<Side, PartyVerdict>>>;

/** A side without a verification result yet. It is not payable. */
export const UNKNOWN: PartyVerdict = { account: 'created', customer: 'created' };

/** The statuses that count for payment: a party that closed while verified still counts as verified. */
export function standingsOf(verdict: PartyVerdict): PartyStatus[] {
  const { account, customer, account_before_close, customer_before_close } = verdict;
  return [
    account === 'closed' && account_before_close === 'verified' ? 'verified' : account,
    customer === 'closed' && customer_before_close === 'verified' ? 'verified' : customer,
  ];
}

/** Whether a leg may be sent. */
export function isPayable(verdict: PartyVerdict): boolean {
  return standingsOf(verdict).every((standing) => standing === 'verified');
}

/** The metadata to store: none for absent or empty metadata. */
export function keptMetadata(metadata: Metadata = {}): Metadata | null {
  return Object.keys(metadata).length === 0 ? null : metadata;
}

/** The sides that a transfer has, the debit first. */
export function sidesOf(transfer: { readonly source: unknown; readonly destination: unknown }): Side[] {
  return (['source', 'destination'] as const).filter((side) => transfer[side] !== null);
}
