import type { EntitySchemaColumnOptions } from 'typeorm';
import type { CustomerState } from '../../domain/customer.js';

/** The row of a customer: its state in the tenant's table, the secret columns sealed. */
export type CustomerRow<State extends CustomerState, Secret extends keyof State> = Omit<State, Secret> & {
  readonly [Column in Secret]: null extends State[Column] ? Buffer | null : Buffer;
} & { readonly enterprise_id: string };

type Columns<Name extends string> = Readonly<Record<Name, EntitySchemaColumnOptions>>;

/** The columns that the tables of persons and businesses share. */
export const customerColumns: Columns<keyof CustomerState | 'enterprise_id'> = {
  enterprise_id: { type: 'uuid', primary: true, update: false },
  id: { type: 'uuid', primary: true, update: false },
  customer_reference_id: { type: 'text' },
  status: { type: 'text' },
  status_reasons: { type: 'jsonb' },
  addresses: { type: 'jsonb' },
  contacts: { type: 'jsonb' },
  metadata: { type: 'jsonb', nullable: true },
  sequence: { type: 'int' },
  version: { type: 'int' },
  identity_version: { type: 'int' },
  created_at: { type: 'timestamptz' },
  updated_at: { type: 'timestamptz' },
  closed_at: { type: 'timestamptz', nullable: true },
  status_before_close: { type: 'text', nullable: true },
};
