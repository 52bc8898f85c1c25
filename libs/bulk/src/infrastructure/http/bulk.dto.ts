import {
  boolean,
  cents,
  instant,
  integer,
  integerText,
  ListQuery,
  metadata,
  oneOf,
  Optional,
  PageQuery,
  repeatable,
  Required,
  text,
} from '@payments/http';
import { BULK_MODES, ON_DUPLICATE, ROW_STATUSES } from '../../domain/bulk-state.js';
import type { BulkMetadata, BulkMode, OnDuplicate, RowStatus } from '../../domain/bulk-state.js';
import { BULK_STATUSES } from '../../domain/bulk-status.js';
import type { BulkStatus } from '../../domain/bulk-status.js';
import { MAX_PARTS, MAX_ROWS } from '../../domain/bulk-transfer.js';
import { BULK_FORMATS } from '../../domain/file-rows.js';
import type { BulkFormat } from '../../domain/file-rows.js';

const MAX_REFERENCE = 255;

const reference = text({ max: MAX_REFERENCE, verbatim: true, example: 'payroll-2027-01' });

/** Body of `POST /deliver/bulk-transfers`. */
export class CreateBulkDto {
  @Required(reference)
  readonly bulk_reference_id!: string;

  /** `all`: every row must be good, and the money of all payouts is set aside first. `each`: good rows are created. */
  @Required(oneOf(BULK_MODES))
  readonly mode!: BulkMode;

  @Required(oneOf(BULK_FORMATS))
  readonly format!: BulkFormat;

  /** The number of rows. A submitted file with another number is refused. */
  @Optional(integer({ min: 1, max: MAX_ROWS }))
  readonly expected_rows?: number;

  /** The sum of all rows, in cents. With any other sum the bulk transfer becomes `invalid`. */
  @Optional(cents({ max: Number.MAX_SAFE_INTEGER }))
  readonly expected_amount?: number;

  /** `skip`: a row whose transfer exists with the same amount and parties counts as done. Default: reject. */
  @Optional(oneOf(ON_DUPLICATE))
  readonly on_duplicate?: OnDuplicate;

  /** Nothing is created before `POST …/confirm`. Default: false. */
  @Optional(boolean())
  readonly review?: boolean;

  /** When the creation starts, at most 30 days ahead. Default: as soon as every row is validated. */
  @Optional(instant())
  readonly execute_at?: Date;

  @Optional(metadata())
  readonly metadata?: BulkMetadata;
}

/** Body of `POST /deliver/bulk-transfers/{id}/submit`. */
export class SubmitBulkDto {
  /** How many parts the file has. */
  @Required(integer({ min: 1, max: MAX_PARTS }))
  readonly parts!: number;
}

/** Query of `GET /deliver/bulk-transfers`. */
export class BulkQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(repeatable(oneOf(BULK_STATUSES)), { stem: 'bulk_status' })
  readonly status?: readonly BulkStatus[];

  @Optional(reference)
  readonly bulk_reference_id?: string;
}

/** Query of `GET /deliver/bulk-transfers/{id}/rows`: in the order of the file. */
export class RowQuery extends PageQuery {
  /** The number of the last row of the page before. */
  @Optional(integerText({ min: 0, max: MAX_ROWS }))
  readonly after?: number;

  @Optional(repeatable(oneOf(ROW_STATUSES)), { stem: 'row_status' })
  readonly status?: readonly RowStatus[];
}
