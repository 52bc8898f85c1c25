import type { SealedTable, WrappedTable } from '@payments/persistence';

/** Account numbers of entries, and corrections of banks. */
export const railsSealedTables: readonly SealedTable[] = [
  { table: 'rails.entries', row: { id: 'uuid' }, columns: ['account_number'] },
  { table: 'rails.results', row: { id: 'uuid' }, columns: ['correction'] },
];

/** The keys of documents: each file of a bank has its own, which seals its chunks and nothing else. */
export const railsWrappedTables: readonly WrappedTable[] = [
  { table: 'rails.documents', role: 'relay', id: 'id', wrapped: 'wrapped_key', context: documentKeyContext },
];

/** What the wrapped key of a document is bound to. */
export function documentKeyContext(documentId: string): string {
  return `document-key|${documentId}`;
}
