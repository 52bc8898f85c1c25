import type { AccountCorrection, AccountDetails, HolderAddress } from '@payments/accounts';
import type { BankingDate, DomainError } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import type { LegState, ProcessorResult, Side } from '../domain/leg.js';
import type { Rail, TransferReasonCode } from '../domain/reason-codes.js';
import type { Period, ReportLine } from '../domain/reconciliation.js';
import type { OpenedTransfer, Transfer } from '../domain/transfer.js';
import type { TransferChanges } from '../domain/transfer-changes.js';
import type { StatusTotal, TransferGroupState } from '../domain/transfer-group.js';
import type {
  NamedParty,
  PartyState,
  PartyVerification,
  Speed,
  StatusChange,
  TransferState,
} from '../domain/transfer-state.js';
import type { TransferStatus } from '../domain/transfer-status.js';
import type { UseCase } from '../domain/transfer-type.js';

/** The problem with a party of a transfer that could not be stored. */
export interface PartyEligibility {
  readonly customer: 'open' | 'unusable';
  readonly account: 'open' | 'unusable';
  readonly lacks_tax_id: boolean;
  readonly lacks_address: boolean;
}

/** Which transfers to list, and which page of them: `size` and where it starts. */
export interface TransferFilter {
  readonly size?: number;
  readonly index?: number;
  readonly after?: string;
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly status?: readonly TransferStatus[];
  readonly transfer_reference_id?: string;
  /** Of either side. */
  readonly customer_reference_id?: string;
  readonly account_reference_id?: string;
  readonly transfer_group_id?: string;
  readonly schedule_id?: string;
  readonly subledger_reference_id?: string;
  readonly bulk_transfer_id?: string;
  /** A client id, or the name of a portal user. */
  readonly created_by?: string;
  /** Cents; both are included. */
  readonly amount_min?: number;
  readonly amount_max?: number;
  readonly use_case?: UseCase;
  readonly speed?: Speed;
  /** Of either leg. */
  readonly rail?: Rail;
  /** Of either side. */
  readonly reason_code?: TransferReasonCode;
}

/** What a client compares a transfer by. */
export type ReferencedTransfer = Pick<
  TransferState,
  'id' | 'transfer_reference_id' | 'amount' | 'source' | 'destination'
>;

export interface StoredTransfer {
  readonly id: string;
  readonly state: TransferState;
  readonly legs: readonly LegState[];
}

export interface ChangedTransfer {
  readonly transfer: Transfer;
  readonly changes: TransferChanges;
}

/** What storing a transfer adds to what the client sent. */
export type LookedUp = Pick<TransferState, Side | 'subledger_id'>;

export abstract class Transfers {
  /**
   * Stores the transfer with its history, event and first task as the unit of work commits. If a party
   * is unusable or the reference is taken, the unit of work fails with the error that `explain` returns, or runs again
   * if there is none any more.
   */
  abstract add(opened: OpenedTransfer, explain: () => Promise<DomainError | undefined>): Promise<void>;
  /**
   * Stores transfers with their histories and events, without tasks, in the current unit of work. Those with an unusable
   * party or a taken reference are left out. Returns the ids of the others.
   */
  abstract addAll(opened: readonly OpenedTransfer[]): Promise<ReadonlySet<string>>;
  /** What `addAll` would look up now for those that it would store, by id. */
  abstract storable(opened: readonly OpenedTransfer[]): Promise<ReadonlyMap<string, LookedUp>>;
  /** The transfers that have these references. */
  abstract findByReferences(references: readonly string[]): Promise<ReferencedTransfer[]>;
  /** Which of these transfers have failed. */
  abstract failed(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Why a party is not usable. */
  abstract findPartyProblems(party: NamedParty): Promise<PartyEligibility>;
  /** The account of a usable party, and the version of its details. */
  abstract findAccount(party: NamedParty): Promise<Pick<PartyState, 'account_id' | 'account_version'> | undefined>;
  abstract hasGroup(id: string): Promise<boolean>;
  /** Whether a subledger with this reference is open, and one of these owners has it; any owner if there are none. */
  abstract isUsableSubledger(reference: string, owners: readonly string[] | null): Promise<boolean>;
  abstract enterpriseHasAccount(): Promise<boolean>;
  abstract referenceIsTaken(transferReferenceId: string): Promise<boolean>;
  abstract find(id: string): Promise<StoredTransfer | undefined>;
  abstract list(filter: TransferFilter): Promise<Page<StoredTransfer>>;
  abstract history(id: string): Promise<StatusChange[]>;
  /** Locks and loads transfers, in the order of their ids, so that two workers cannot lock each other out. */
  abstract lock(by: { readonly ids: readonly string[] } | { readonly legIds: readonly string[] }): Promise<Transfer[]>;
  /** Writes state, legs, history and events. `TransferSteps` also writes their consequences. */
  abstract save(changed: readonly ChangedTransfer[]): Promise<void>;
  /** The current verification results of the pinned accounts and named customers of transfers, by transfer id. */
  abstract partyVerifications(transferIds: readonly string[]): Promise<Map<string, PartyVerification>>;
  /** As `partyVerifications`, of a transfer that is not stored. */
  abstract partyVerification(parties: Pick<TransferState, Side>): Promise<PartyVerification>;
  abstract legs(ids: readonly string[]): Promise<LegState[]>;
}

export interface TransferGroupFilter {
  readonly size?: number;
  readonly index?: number;
  readonly after?: string;
  readonly start_time?: Date;
  readonly end_time?: Date;
  readonly transfer_group_reference_id?: string;
}

/** The transfer groups of the tenant. Everything happens in the current unit of work. */
export abstract class TransferGroups {
  /** @returns false if its reference is taken. */
  abstract add(group: TransferGroupState): Promise<boolean>;
  /** An id that is not a UUID matches nothing. */
  abstract find(id: string): Promise<TransferGroupState | undefined>;
  abstract list(filter: TransferGroupFilter): Promise<Page<TransferGroupState>>;
  /** One line for each status that a transfer of the group has. */
  abstract totals(id: string): Promise<StatusTotal[]>;
}

/** A result as the processor reports it: a notification of change includes the corrected account details. */
export interface ReportedResult extends ProcessorResult {
  readonly correction?: Omit<AccountCorrection, 'account_id'>;
}

export interface ReceivedResults {
  /** The new results: their row ids, and which results they are. */
  readonly received: readonly { readonly id: string; readonly processor_result_id: string }[];
  /** Indexes of results that have the id of a stored result but different content. */
  readonly reused: ReadonlySet<number>;
}

/** A result that a person decides. */
export interface OpenProcessorResult {
  readonly result: ProcessorResult & { readonly id: string };
  readonly apply_requested_by: string | null;
}

/** The inbox of processor results: each is stored, and so applied, once. */
export abstract class ProcessorResults {
  /** Stores the new results. */
  abstract receive(results: readonly ProcessorResult[]): Promise<ReceivedResults>;
  /** Stores results that are applied in the same unit of work. @throws Error when an id belongs to another result. */
  abstract receiveApplied(results: readonly ProcessorResult[], now: Date): Promise<void>;
  /** The results that are neither applied nor contradictory. */
  abstract pending(ids: readonly string[]): Promise<(ProcessorResult & { readonly id: string })[]>;
  abstract markApplied(ids: readonly string[], now: Date): Promise<void>;
  abstract markContradictory(ids: readonly string[], now: Date): Promise<void>;
  /** They are contradictory to the clock. */
  abstract markEarly(ids: readonly string[], now: Date): Promise<void>;
  /** A result that contradicts and was neither applied nor dismissed, locked. */
  abstract lockOpen(id: string): Promise<OpenProcessorResult | undefined>;
  /** Notes who wants it applied. */
  abstract requestApplication(id: string, requestedBy: string): Promise<void>;
}

/**
 * payment: of a transfer · account_verification: a cent that shows whether an account exists, or who controls it ·
 * prenote: an ACH entry without an amount, for the same.
 */
export type InstructionPurpose = 'payment' | 'account_verification' | 'prenote';

/** One debit or credit as sent to the processor. */
export interface Instruction {
  readonly end_to_end_id: string;
  readonly use_case: UseCase;
  readonly side: Side;
  readonly rail: Rail;
  /** Cents; 0 only of a prenote. */
  readonly amount: bigint;
  /** Omitted: a payment. */
  readonly purpose?: InstructionPurpose;
  /** Banking instant of the submission, the day that the entry is to take effect, and when the banks settle it. */
  readonly window_at: Date;
  readonly effective_date: BankingDate;
  readonly settles_at: Date;
  readonly routing_number: string;
  /** Digits only. */
  readonly account_number: string;
  readonly account_type: 'checking' | 'savings';
  readonly account_holder_name: string;
  /** Whose account it is: banks send entries of persons and of companies in different ways. */
  readonly party: AccountDetails['customer_resource_type'];
  /** By which the enterprise knows the account holder; null if it is not known. Not for connectors. */
  readonly customer_reference: string | null;
  /** Of the account holder; null if none is known. */
  readonly address: HolderAddress | null;
  readonly descriptor: string | null;
  readonly statement_display_name: string | null;
}

export interface InstructionBatch {
  readonly id: string;
  readonly instructions: readonly Instruction[];
}

/**
 * The connection to the bank network. It fits file-based rails: instructions are sent in batches, and their results
 * arrive later, in any order, through `ReceiveResults`. An instruction's end-to-end id is its idempotency key: an adapter
 * that receives it twice must execute it once, because a worker that stalled in mid-call may resume late.
 */
export abstract class Processor {
  /**
   * Submits a batch. If it throws, the outcome is unknown: ask with `known` before retrying. A batch whose id is lower than
   * that of an inquiry which did not find one of its instructions is refused as a whole: its worker woke up late.
   * @returns results that are known already. They need not arrive again, unless `known` is asked.
   */
  abstract submit(batch: InstructionBatch): Promise<readonly ReportedResult[]>;
  /**
   * Which of these instructions the processor has. An instruction not returned has not arrived, and cannot arrive in a
   * batch with a lower id than `inquiryId` any more: the processor must remember it for as long as such a batch may be
   * on its way, at least a week. Inquiry and batch ids are UUIDs in one order of time for all workers. The response to the
   * submission of the others may have been lost, so results that it contained arrive again.
   */
  abstract known(endToEndIds: readonly string[], inquiryId: string): Promise<ReadonlySet<string>>;
}

export type { ReportLine } from '../domain/reconciliation.js';

/** The processor's report from its own books, with which our records are compared. */
export abstract class ProcessorReports {
  /**
   * The instructions of the current tenant that changed in the period: one line each, with the status at the time of the
   * request. `from` is part of the period, `to` is not; both are banking instants.
   */
  abstract report(period: Period): Promise<ReportLine[]>;
}
