/**
 * Expires the leases of a killed worker at once. The statement is run as the owner; a worker that
 * lives loses what it has under a lease too, which costs no more than doing it again.
 */
export async function endLeases(query: (sql: string) => Promise<unknown>): Promise<void> {
  await query('UPDATE platform.tasks SET run_at = now() WHERE lease_token IS NOT NULL');
}
