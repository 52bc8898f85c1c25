import { currentTransaction, rowParameter } from '@payments/persistence';
import type { Contact } from '../../domain/contact.js';
import type { CustomerType } from '../../domain/customer-status.js';
import { customerErrors } from '../../domain/customer.errors.js';
import { holdPhone, takeSlot } from './phone-slots.js';

export interface NewCustomer {
  readonly type: CustomerType;
  /** `customers.persons` or `customers.businesses` */
  readonly table: string;
  /** All of the row. */
  readonly columns: readonly string[];
  readonly row: {
    readonly enterprise_id: string;
    readonly id: string;
    readonly customer_reference_id: string;
    readonly contacts: readonly Contact[];
  };
  readonly phone: string | undefined;
}

// One round trip instead of three. No part may fail on a conflict: that would abort the whole transaction.
const insertInto = ({ table, columns }: Pick<NewCustomer, 'table' | 'columns'>) => `
  WITH reference AS (
    INSERT INTO customers.customer_references (enterprise_id, customer_reference_id, customer_type, customer_id)
    VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING customer_id),
  held AS (${takeSlot({ enterpriseId: '$1', phone: '$5', customerId: '$4' })}),
  added AS (
    INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${columns.map((column) => `new.${column}`).join(', ')}
    FROM reference, jsonb_populate_record(NULL::${table}, $6::jsonb) AS new RETURNING 1)
  SELECT EXISTS (SELECT FROM reference) AS has_reference, EXISTS (SELECT FROM held) AS has_phone`;

/**
 * Inserts a customer together with its reference and its share in its phone number.
 * @throws DomainError duplicate_customer_reference_id, invalid_phone_value
 */
export async function insertCustomer({ type, row, phone, ...into }: NewCustomer): Promise<void> {
  const { enterprise_id, id, customer_reference_id, contacts } = row;
  const [outcome] = await currentTransaction().query<{ has_reference: boolean; has_phone: boolean }>(
    insertInto(into),
    [enterprise_id, customer_reference_id, type, id, phone ?? null, rowParameter(row)],
    `insert-${type}`,
  );
  if (outcome?.has_reference !== true) throw customerErrors.duplicate_customer_reference_id();
  if (phone !== undefined && !outcome.has_phone) await holdPhone(id, contacts);
}
