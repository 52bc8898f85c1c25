import { currentTransaction, rowParameter } from '@payments/platform';
import type { AccountDetailsRow } from './account-details.schema.js';
import type { AccountRow } from './account.schema.js';

// One round trip instead of two. A conflict must not fail: that would spoil the whole transaction.
const INSERT = `
  WITH added AS (
    INSERT INTO accounts.external_accounts
    SELECT * FROM jsonb_populate_record(NULL::accounts.external_accounts, $1::jsonb)
    ON CONFLICT DO NOTHING RETURNING id),
  detailed AS (
    INSERT INTO accounts.account_details
    SELECT details.* FROM added, jsonb_populate_record(NULL::accounts.account_details, $2::jsonb) AS details)
  SELECT id FROM added`;

/** Inserts an account and its first details; answers false when another account has its reference or unique key. */
export async function insertAccount(row: AccountRow, details: AccountDetailsRow): Promise<boolean> {
  const added = await currentTransaction().query(INSERT, [rowParameter(row), rowParameter(details)], 'insert-account');
  return added.length > 0;
}
