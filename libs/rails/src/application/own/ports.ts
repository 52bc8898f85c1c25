import type { ListRequest, Page } from '@payments/persistence';
import type { BatchHeader } from '../../domain/ach/ach-records.table.js';
import type { Direction } from '../../domain/ach/transaction-code.table.js';
import type { OrderRail } from '../../domain/entry-state.js';
import type { FileStatus } from '../../domain/file-state.js';
import type { ExceptionKind } from '../../domain/inbound/exceptions.table.js';
import type { WaitingPayments } from '../shown-entries.js';

/** A file, with what the current tenant has in it. Counts and cents are of that part alone. */
export interface OwnFile {
  readonly id: string;
  readonly connection: string;
  readonly rail: OrderRail;
  readonly window_key: string;
  readonly part: number;
  readonly state: FileStatus;
  readonly reason: string | null;
  readonly file_name: string | null;
  readonly cut_at: Date;
  readonly cutoff_at: Date;
  readonly released_by: readonly string[];
  readonly uploaded_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly batches: number;
  readonly entries: number;
  readonly debit: number;
  readonly credit: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface OwnBatch {
  readonly batch_no: number;
  readonly header: BatchHeader;
  readonly first_trace: string;
  readonly last_trace: string;
  readonly entries: number;
  readonly debit: number;
  readonly credit: number;
}

/** An exception of the current tenant, or of a connection that nobody else uses. */
export interface OwnException {
  readonly id: string;
  readonly for_enterprise: string | null;
  readonly connection: string;
  readonly kind: ExceptionKind;
  readonly state: 'open' | 'resolved';
  readonly file_id: string | null;
  readonly end_to_end_id: string | null;
  readonly code: string | null;
  readonly direction: Direction | null;
  readonly amount: number | null;
  readonly original_trace: string | null;
  readonly trace: string | null;
  readonly detail: string | null;
  readonly resolution: string | null;
  readonly resolved_by: string | null;
  readonly resolved_at: Date | null;
  readonly created_at: Date;
}

export interface OwnFileFilter extends ListRequest {
  readonly state?: readonly FileStatus[];
}

export interface OwnExceptionFilter extends ListRequest {
  readonly state?: readonly OwnException['state'][];
  /** The connections that only the tenant uses. */
  readonly alone: readonly string[];
}

/** What the current tenant may see of files and exceptions. Reads only. */
export abstract class OwnFiles {
  abstract list(filter: OwnFileFilter): Promise<Page<OwnFile>>;
  abstract find(id: string): Promise<OwnFile | undefined>;
  abstract batches(fileId: string): Promise<OwnBatch[]>;
  abstract exceptions(filter: OwnExceptionFilter): Promise<Page<OwnException>>;
  abstract exception(id: string, alone: readonly string[]): Promise<OwnException | undefined>;
}

/** What has not been handed over yet. In the current unit of work, or reading. */
export abstract class WaitingLegs {
  abstract count(): Promise<WaitingPayments[]>;
}
