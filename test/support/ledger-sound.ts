import { ledgerInvariants } from '@payments/ledger';
import type { TestDatabase } from '@payments/testing';

interface Finding {
  readonly subject: string;
  readonly message: string;
}

/** Where the invariants of the ledger are broken, for every enterprise in the database: a line each. */
export async function ledgerFindings(database: Pick<TestDatabase, 'query'>): Promise<string[]> {
  const enterprises = await database.query<{ id: string }>(`SELECT enterprise_id AS id FROM platform.enterprises`);
  const findings: string[] = [];
  for (const { id } of enterprises) {
    for (const { name, sql } of ledgerInvariants) {
      const found = await database.query<Finding>(sql, [id]);
      findings.push(...found.map(({ subject, message }) => `${id} ${name}: ${subject}: ${message}`));
    }
  }
  return findings;
}

/** Fails the test where an invariant of the ledger does not hold. */
export async function expectLedgerSound(database: Pick<TestDatabase, 'query'>): Promise<void> {
  expect(await ledgerFindings(database)).toEqual([]);
}
