import { EntitySchema } from 'typeorm';
import type { ShownAccount } from '../../application/account.view.js';
import type { AccountState } from '../../domain/external-account.js';

/** The row of an account: its state in the tenant's table, the account number and its corrections sealed, and two look-up keys. */
export interface AccountRow extends Omit<AccountState, 'account_number' | 'corrections'> {
  readonly enterprise_id: string;
  readonly account_number: Buffer;
  /** JSON */
  readonly corrections: Buffer | null;
  /** Blind index of routing and account number. */
  readonly account_key: Buffer;
  /** Blind index of customer, routing and account number; set only if the enterprise forbade duplicates at the time. */
  readonly unique_key: Buffer | null;
}

/** The columns that are shown. */
export type ShownAccountRow = Pick<AccountRow, keyof ShownAccount>;

export const accountSchema = new EntitySchema<AccountRow>({
  name: 'external_account',
  schema: 'accounts',
  tableName: 'external_accounts',
  columns: {
    enterprise_id: { type: 'uuid', primary: true, update: false },
    id: { type: 'uuid', primary: true, update: false },
    account_reference_id: { type: 'text' },
    customer_reference_id: { type: 'text' },
    customer_resource_type: { type: 'text' },
    account_type: { type: 'text' },
    routing_number: { type: 'text' },
    account_number: { type: 'bytea' },
    account_key: { type: 'bytea' },
    unique_key: { type: 'bytea', nullable: true },
    account_holder_name: { type: 'text' },
    status: { type: 'text' },
    status_reasons: { type: 'jsonb' },
    corrections: { type: 'bytea', nullable: true },
    metadata: { type: 'jsonb', nullable: true },
    sequence: { type: 'int' },
    version: { type: 'int' },
    details_version: { type: 'int' },
    created_at: { type: 'timestamptz' },
    updated_at: { type: 'timestamptz' },
    closed_at: { type: 'timestamptz', nullable: true },
    status_before_close: { type: 'text', nullable: true },
  },
});
