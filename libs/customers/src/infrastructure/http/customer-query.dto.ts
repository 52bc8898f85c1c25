import { instant, ListQuery, oneOf, Optional, repeatable } from '@payments/platform';
import type { CustomerFilter } from '../../application/ports.js';
import { customerTransitions } from '../../domain/customer-status.js';
import type { CustomerStatus } from '../../domain/customer-status.js';
import { REFERENCE_ID } from './name-rules.js';

/** The query of a list of persons or businesses. */
export class CustomerQuery extends ListQuery implements CustomerFilter {
  /** Those created then or later. */
  @Optional(instant())
  readonly start_time?: Date;

  /** Those created before. */
  @Optional(instant())
  readonly end_time?: Date;

  /** May be repeated: those in any of the statuses. */
  @Optional(repeatable(oneOf(Object.keys(customerTransitions))))
  readonly status?: readonly CustomerStatus[];

  @Optional(REFERENCE_ID)
  readonly customer_reference_id?: string;
}
