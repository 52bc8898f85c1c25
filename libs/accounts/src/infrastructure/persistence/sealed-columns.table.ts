import type { SealedTable } from '@payments/persistence';

const digits = (row: Readonly<Record<string, string>>) => row['account_number']!.replaceAll('-', '');

/** Account numbers, and the corrections of banks. */
export const accountSealedTables: readonly SealedTable[] = [
  {
    table: 'accounts.external_accounts',
    row: { id: 'uuid' },
    columns: ['account_number', 'corrections'],
    indexes: [
      {
        column: 'account_key',
        purpose: 'account',
        plain: ['routing_number'],
        value: (row) => `${row['routing_number']}${digits(row)}`,
      },
      {
        column: 'unique_key',
        purpose: 'unique-account',
        plain: ['customer_reference_id', 'routing_number'],
        value: (row) => `${row['customer_reference_id']}|${row['routing_number']}|${digits(row)}`,
      },
    ],
  },
  {
    table: 'accounts.account_details',
    row: { account_id: 'uuid', details_version: 'int' },
    columns: ['account_number'],
  },
];
