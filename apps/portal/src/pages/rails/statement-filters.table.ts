import type { FilterField } from '../../ui/filters.js';

const connection: FilterField = { name: 'connection', label: 'field.connection', kind: 'text' };

export const statementFilters: readonly FilterField[] = [connection];

/** Which lines of one statement. */
export const lineFilters: readonly FilterField[] = [
  { name: 'open', label: 'field.match', kind: 'choice', values: ['true', 'false'], texts: 'lineOpen' },
];

export const breakFilters: readonly FilterField[] = [
  {
    ...{ name: 'kind', label: 'field.kind', kind: 'choices', texts: 'breakKind' },
    values: [
      ...['amount', 'not_on_statement', 'unexplained', 'duplicate'],
      ...['ledger_only', 'rails_only', 'statement_gap', 'balance'],
    ],
  },
  connection,
];
