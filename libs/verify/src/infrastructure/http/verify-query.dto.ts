import { instant, ListQuery, oneOf, Optional, repeatable, uuidText } from '@payments/http';
import type { Rule } from '@payments/http';
import type { VerificationFilter } from '../../application/ports.js';
import {
  controlTransitions,
  debitTransitions,
  ownershipTransitions,
  verificationTransitions,
} from '../../domain/statuses.js';
import type { ControlStatus, DebitStatus, OwnershipStatus, VerificationStatus } from '../../domain/statuses.js';

const statuses = (table: object) => repeatable(oneOf(Object.keys(table)));

/** URLs are logged and kept by browsers and gateways, so no account number belongs into one. */
const NEVER: Rule = {
  expected: 'sent in the body of POST /verify/accounts/search',
  schema: { type: 'string', deprecated: true },
  fromQuery: true,
  accepts: () => false,
};

/** Query of `GET /verify/accounts`. */
export class VerifyAccountQuery extends ListQuery implements VerificationFilter {
  @Optional(uuidText())
  readonly id?: string;

  @Optional(instant())
  readonly start_time?: Date;

  @Optional(instant())
  readonly end_time?: Date;

  /** Refused: send it in the body of `POST /verify/accounts/search`. */
  @Optional(NEVER)
  readonly account_number?: never;

  @Optional(statuses(verificationTransitions))
  readonly verification_status?: readonly VerificationStatus[];

  @Optional(statuses(ownershipTransitions))
  readonly ownership_status?: readonly OwnershipStatus[];

  @Optional(statuses(controlTransitions))
  readonly control_status?: readonly ControlStatus[];

  @Optional(statuses(debitTransitions))
  readonly debit_status?: readonly DebitStatus[];
}
