import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import type { CustomerDirectory, KnownCustomer } from '../../application/ports.js';
import type { CustomerType } from '../../domain/customer-status.js';

const TABLES = { person: 'customers.persons', business: 'customers.businesses' } as const;

// Shared locks: any number of accounts may be added to a customer at once, but none while it is being closed.
const FIND = `
  WITH reference AS (
    SELECT customer_id, customer_type FROM customers.customer_references
    WHERE enterprise_id = $1 AND customer_reference_id = $2),
  person AS (
    SELECT id, status FROM customers.persons
    WHERE enterprise_id = $1 AND id = (SELECT customer_id FROM reference WHERE customer_type = 'person') FOR SHARE),
  business AS (
    SELECT id, status FROM customers.businesses
    WHERE enterprise_id = $1 AND id = (SELECT customer_id FROM reference WHERE customer_type = 'business') FOR SHARE)
  SELECT id AS customer_id, 'person' AS customer_type, status FROM person
  UNION ALL SELECT id, 'business', status FROM business`;

@Injectable()
export class PostgresCustomerDirectory implements CustomerDirectory {
  async findByReference(customerReferenceId: string): Promise<KnownCustomer | undefined> {
    const enterpriseId = workContext.enterpriseId();
    const values = [enterpriseId, customerReferenceId];
    const [customer] = await currentTransaction().query<KnownCustomer>(FIND, values, 'find-customer');
    return customer;
  }

  async referenceOf(type: CustomerType, id: string): Promise<string | undefined> {
    if (!isUuid(id)) return undefined;
    const [found] = await currentTransaction().query<{ customer_reference_id: string }>(
      `SELECT customer_reference_id FROM ${TABLES[type]} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      `find-${type}-reference`,
    );
    return found?.customer_reference_id;
  }
}
