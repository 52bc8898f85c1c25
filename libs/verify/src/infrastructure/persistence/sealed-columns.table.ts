import type { SealedTable } from '@payments/persistence';

/** Account numbers, e-mail addresses, and the digits of SSNs and tax ids until the ownership is decided. */
export const verifySealedTables: readonly SealedTable[] = [
  {
    table: 'verify.accounts',
    row: { id: 'uuid' },
    columns: ['account_number', 'email', 'identity_number'],
    indexes: [
      {
        column: 'account_key',
        purpose: 'account',
        plain: ['routing_number'],
        value: (row) => `${row['routing_number']}${row['account_number']!.replaceAll('-', '')}`,
      },
    ],
  },
];
