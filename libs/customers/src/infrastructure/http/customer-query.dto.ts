import { instant, ListQuery, oneOf, Optional, repeatable, uuidText } from '@payments/http';
import type { BusinessFilter, CustomerFilter, PersonFilter } from '../../application/ports.js';
import { customerTransitions } from '../../domain/customer-status.js';
import type { CustomerStatus } from '../../domain/customer-status.js';
import { NAME_OF_BUSINESS, NAME_OF_PERSON, REFERENCE_ID } from './name-rules.js';

/** The query parameters that lists of persons and businesses share. */
class CustomerQuery extends ListQuery implements CustomerFilter {
  /** Customers created then or later. */
  @Optional(instant())
  readonly start_time?: Date;

  /** Customers created before. */
  @Optional(instant())
  readonly end_time?: Date;

  /** May be repeated: customers in any of the statuses. */
  @Optional(repeatable(oneOf(Object.keys(customerTransitions))))
  readonly status?: readonly CustomerStatus[];

  @Optional(uuidText())
  readonly id?: string;

  @Optional(REFERENCE_ID)
  readonly customer_reference_id?: string;
}

/** The query of a list of persons. */
export class PersonQuery extends CustomerQuery implements PersonFilter {
  @Optional(NAME_OF_PERSON)
  readonly first_name?: string;

  @Optional(NAME_OF_PERSON)
  readonly last_name?: string;
}

/** The query of a list of businesses. */
export class BusinessQuery extends CustomerQuery implements BusinessFilter {
  @Optional(NAME_OF_BUSINESS)
  readonly legal_name?: string;
}
