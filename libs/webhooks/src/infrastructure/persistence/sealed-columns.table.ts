import type { SealedTable } from '@payments/persistence';

/** Signing secrets, response bodies of endpoints, and private keys. */
export const webhookSealedTables: readonly SealedTable[] = [
  { table: 'webhooks.configurations', row: { id: 'uuid' }, columns: ['secret', 'previous_secret'] },
  { table: 'webhooks.attempts', row: { delivery_id: 'uuid', id: 'uuid' }, columns: ['answer'] },
  { table: 'webhooks.enterprise_keypairs', row: { id: 'uuid' }, columns: ['private_key'] },
];
