import { boolean, integer, Optional, oneOf, Required, text } from '@payments/http';
import { limitActions, limitDirections, limitSubjects, limitWindows } from '../../domain/limit.js';
import type { LimitAction, LimitDirection, LimitSubject, LimitWindow } from '../../domain/limit.js';

const MOST_CENTS = 999_999_999_999_999;
const MOST_COUNT = 1_000_000;

/** Body of `POST /portal/limits` and `PUT /portal/limits/{id}`. */
export class LimitDto {
  @Required(text({ max: 80, example: 'Payouts of a day' }))
  readonly name!: string;

  /** Whose transfers are counted together. */
  @Required(oneOf(limitSubjects))
  readonly per!: LimitSubject;

  /** The reference of a customer or a subledger, an account id, a client id or the name of a user. Default: each has its own. */
  @Optional(text({ max: 255 }))
  readonly who?: string;

  /** `out`: what is paid to others · `in`: what is debited from others · `any`: both. */
  @Required(oneOf(limitDirections))
  readonly direction!: LimitDirection;

  /** `transfer`: each by itself. Days are New York days of banking time; the others end with the current one. */
  @Required(oneOf(limitWindows))
  readonly window!: LimitWindow;

  /** Cents. Required without `max_count`, and for the window `transfer`. */
  @Optional(integer({ min: 1, max: MOST_CENTS }))
  readonly max_amount?: number;

  /** Transfers. Not for the window `transfer`. */
  @Optional(integer({ min: 1, max: MOST_COUNT }))
  readonly max_count?: number;

  /** What becomes of a transfer that exceeds it: it fails with `limit_exceeded`, or waits for one approval. */
  @Required(oneOf(limitActions))
  readonly action!: LimitAction;

  @Required(boolean())
  readonly enabled!: boolean;
}
