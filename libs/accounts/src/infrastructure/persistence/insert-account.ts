import { columnsOf, currentTransaction, rowParameter } from '@payments/persistence';
import { accountDetailsSchema } from './account-details.schema.js';
import type { AccountDetailsRow } from './account-details.schema.js';
import { accountSchema } from './account.schema.js';
import type { AccountRow } from './account.schema.js';

const ACCOUNT = columnsOf(accountSchema);
const DETAILS = columnsOf(accountDetailsSchema);

// One round trip instead of two. A conflict must not fail: that would abort the whole transaction. Where duplicates are
// forbidden, an account without a unique key counts too: it was stored while the enterprise still allowed duplicates.
const INSERT = `
  WITH added AS (
    INSERT INTO accounts.external_accounts (${ACCOUNT.join(', ')})
    SELECT ${ACCOUNT.map((column) => `fresh.${column}`).join(', ')} FROM jsonb_populate_record(NULL::accounts.external_accounts, $1::jsonb) AS fresh
    WHERE fresh.unique_key IS NULL OR NOT EXISTS (
      SELECT FROM accounts.external_accounts a
      WHERE a.enterprise_id = $3 AND a.customer_reference_id = $4 AND a.account_key = $5 AND a.status <> 'closed')
    ON CONFLICT DO NOTHING RETURNING id),
  detailed AS (
    INSERT INTO accounts.account_details (${DETAILS.join(', ')})
    SELECT ${DETAILS.map((column) => `details.${column}`).join(', ')} FROM added, jsonb_populate_record(NULL::accounts.account_details, $2::jsonb) AS details RETURNING 1)
  SELECT id FROM added`;

/** Inserts an account and its first details; returns false when its reference, or numbers if these must be unique, are taken. */
export async function insertAccount(row: AccountRow, details: AccountDetailsRow): Promise<boolean> {
  const { enterprise_id, customer_reference_id, account_key } = row;
  const values = [rowParameter(row), rowParameter(details), enterprise_id, customer_reference_id, account_key];
  const added = await currentTransaction().query(INSERT, values, 'insert-account');
  return added.length > 0;
}
