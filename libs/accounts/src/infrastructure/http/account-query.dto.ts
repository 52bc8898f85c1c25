import { instant, ListQuery, oneOf, Optional, repeatable } from '@payments/http';
import type { AccountFilter } from '../../application/ports.js';
import { accountTransitions } from '../../domain/account-status.js';
import type { AccountStatus } from '../../domain/account-status.js';
import { ACCOUNT_REFERENCE_ID, CUSTOMER_REFERENCE_ID } from './account.dto.js';

/** The query of a list of one customer's accounts. */
export class CustomerAccountsQuery extends ListQuery implements AccountFilter {
  /** Accounts created then or later. */
  @Optional(instant())
  readonly start_time?: Date;

  /** Accounts created before. */
  @Optional(instant())
  readonly end_time?: Date;

  /** May be repeated: accounts in any of the statuses. */
  @Optional(repeatable(oneOf(Object.keys(accountTransitions))))
  readonly status?: readonly AccountStatus[];
}

/** The query of a list of accounts. */
export class AccountQuery extends CustomerAccountsQuery {
  @Optional(ACCOUNT_REFERENCE_ID)
  readonly account_reference_id?: string;

  @Optional(CUSTOMER_REFERENCE_ID)
  readonly customer_reference_id?: string;
}
