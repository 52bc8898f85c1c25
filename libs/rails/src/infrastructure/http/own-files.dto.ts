import { ListQuery, oneOf, Optional, repeatable, Required, text } from '@payments/http';
import type { FileStatus } from '../../domain/file-state.js';
import { EXCEPTION_STATES, FILE_STATES } from './own-files.response.js';

const REASON = text({ max: 200, example: 'Compared with the bank' });

/** Query of `GET /portal/rails/files`. */
export class BankFileQuery extends ListQuery {
  @Optional(repeatable(oneOf(FILE_STATES)), { stem: 'bank_file_state' })
  readonly state?: readonly FileStatus[];
}

/** Query of `GET /portal/rails/exceptions`. */
export class RailExceptionQuery extends ListQuery {
  @Optional(repeatable(oneOf(EXCEPTION_STATES)), { stem: 'exception_state' })
  readonly state?: readonly (typeof EXCEPTION_STATES)[number][];
}

/** Body of a decision about a file. */
export class DecisionDto {
  /** Recorded in the audit log. */
  @Required(REASON, { stem: 'decision_reason' })
  readonly reason!: string;
}

export class ResubmissionDto extends DecisionDto {
  /** The name of the old file, to make a new one of its entries. Without it the same bytes go out under the same name. */
  @Optional(text({ max: 80 }), { stem: 'old_file_name' })
  readonly old_file_name?: string;
}

export class ResolutionDto extends DecisionDto {
  /** The entry that is meant: what came back is applied to it. Without it nothing is booked. */
  @Optional(text({ max: 35 }))
  readonly end_to_end_id?: string;
}
