import { ledgerInvariants } from '@payments/ledger';
import { checkInvariants } from '@payments/persistence';
import type { TestDatabase } from '@payments/testing';
import { invariants } from '../../apps/worker/src/worker.module.js';
import type { TestService } from './service.js';

const lines = (violations: Awaited<ReturnType<typeof checkInvariants>>) =>
  violations.map(
    ({ enterprise_id, invariant, subject, message }) => `${enterprise_id} ${invariant}: ${subject}: ${message}`,
  );

/** Where any rule is broken that always holds, for every enterprise in the database at the address: a line each. */
export async function violationsIn(databaseUrl: string): Promise<string[]> {
  return lines(await checkInvariants(databaseUrl, { invariants }));
}

/** Where the invariants of the ledger are broken, for every enterprise in the database: a line each. */
export async function ledgerFindings({ adminUrl }: Pick<TestDatabase, 'adminUrl'>): Promise<string[]> {
  return lines(await checkInvariants(adminUrl, { invariants: ledgerInvariants }));
}

/** Fails the test where a rule is broken that always holds. */
export async function expectSound(database: Pick<TestDatabase, 'adminUrl' | 'query'>): Promise<void> {
  // Nothing gathers statistics of the tables of a test, and without them the plans of some rules take seconds.
  await database.query('ANALYZE');
  expect(await violationsIn(database.adminUrl)).toEqual([]);
}

/** Stops a service whose books must be sound after all that its suite did. */
export async function stopSound(service: Pick<TestService, 'database' | 'stop'>): Promise<void> {
  try {
    await expectSound(service.database);
  } finally {
    await service.stop();
  }
}

/** Fails the test where an invariant of the ledger does not hold. */
export async function expectLedgerSound(database: Pick<TestDatabase, 'adminUrl'>): Promise<void> {
  expect(await ledgerFindings(database)).toEqual([]);
}
