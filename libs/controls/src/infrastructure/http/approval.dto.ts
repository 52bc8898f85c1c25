import {
  flag,
  instant,
  listOf,
  ListQuery,
  oneOf,
  Optional,
  repeatable,
  Required,
  text,
  uuidText,
} from '@payments/http';
import { approvalStatuses, approvalSubjects, verdicts } from '../../domain/approval.js';
import type { ApprovalStatus, ApprovalSubjectType, Verdict } from '../../domain/approval.js';

const MOST_AT_ONCE = 100;

const digest = text({
  ...{ min: 43, max: 43, verbatim: true, pattern: /^[A-Za-z0-9_-]*$/ },
  ...{ expected: 'the digest of the approval', example: 'LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ' },
});
const comment = text({ max: 500, example: 'Checked against the invoice' });

/** Query of `GET /deliver/approvals`. */
export class ApprovalQuery extends ListQuery {
  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  @Optional(repeatable(oneOf(approvalStatuses)))
  readonly status?: readonly ApprovalStatus[];

  /** Only what the caller may decide and has not decided. */
  @Optional(flag())
  readonly mine?: boolean;

  @Optional({ ...oneOf(approvalSubjects), fromQuery: true })
  readonly subject_type?: ApprovalSubjectType;

  @Optional(uuidText())
  readonly subject_id?: string;
}

/** Body of `POST /deliver/approvals/{id}/approve`. */
export class ApproveDto {
  /** As the approval shows it: what the user saw is what is paid. */
  @Required(digest)
  readonly digest!: string;

  @Optional(comment)
  readonly comment?: string;
}

/** Body of `POST /deliver/approvals/{id}/reject`. */
export class RejectDto {
  /** As the approval shows it. */
  @Required(digest)
  readonly digest!: string;

  /** Why. */
  @Required(comment)
  readonly comment!: string;
}

class DecisionItemDto {
  @Required(uuidText())
  readonly id!: string;

  @Required(digest)
  readonly digest!: string;
}

/** Body of `POST /deliver/approvals/decide`. */
export class DecideDto {
  @Required(oneOf(verdicts))
  readonly decision!: Verdict;

  @Optional(comment)
  readonly comment?: string;

  @Required(listOf(() => DecisionItemDto, { min: 1, max: MOST_AT_ONCE }))
  readonly items!: readonly DecisionItemDto[];
}
