/**
 * The order of the interface for errors of a new transfer, by the paths of their fields: the accounts of both parties
 * before their customers. A party that is no object is at fault as its account is.
 */
export const FIELD_ORDER: readonly string[] = [
  'transfer_reference_id',
  ...['source', 'source.account_reference_id'],
  ...['destination', 'destination.account_reference_id'],
  ...['source.customer_reference_id', 'destination.customer_reference_id'],
  ...['amount', 'currency', 'speed'],
  ...['source.statement_display_name', 'destination.statement_display_name'],
  ...['account_statement_descriptor', 'metadata', 'transfer_group_id', 'subledger_reference_id'],
];
