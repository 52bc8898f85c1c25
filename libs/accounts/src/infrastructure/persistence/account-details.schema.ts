import { EntitySchema } from 'typeorm';
import type { AccountDetails } from '../../application/ports.js';

/** One version of an account's details; rows are only ever added. */
export interface AccountDetailsRow extends Omit<AccountDetails, 'account_number' | 'address'> {
  readonly enterprise_id: string;
  readonly customer_reference_id: string;
  readonly account_number: Buffer;
  readonly created_at: Date;
  /** A client id or the name of a portal user; null if it was not recorded. */
  readonly created_by: string | null;
}

export const accountDetailsSchema = new EntitySchema<AccountDetailsRow>({
  name: 'account_details',
  schema: 'accounts',
  tableName: 'account_details',
  columns: {
    enterprise_id: { type: 'uuid', primary: true },
    account_id: { type: 'uuid', primary: true },
    details_version: { type: 'int', primary: true },
    account_type: { type: 'text' },
    routing_number: { type: 'text' },
    account_number: { type: 'bytea' },
    account_holder_name: { type: 'text' },
    customer_reference_id: { type: 'text' },
    customer_resource_type: { type: 'text' },
    created_at: { type: 'timestamptz' },
    created_by: { type: 'text', nullable: true },
  },
});
