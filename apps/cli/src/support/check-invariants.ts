import { InvariantChecks } from '@payments/persistence';
import type { Invariant, KeptViolation } from '@payments/persistence';
import { invariants } from '../cli.module.js';
import { inApplication } from './application.js';
import { Progress } from './keys/progress.js';
import { enterprises, keyTools } from './keys/tools.js';
import { counted, paint } from './terminal.js';

export interface InvariantReport {
  readonly rules: readonly Pick<Invariant, 'name' | 'rule'>[];
  readonly violations: readonly KeptViolation[];
}

/** Checks every invariant on all data of one enterprise, or of all. */
export async function checkInvariants(enterprise?: string): Promise<InvariantReport> {
  const progress = new Progress(process.stderr);
  const violations = await inApplication(async (app) => {
    const ids = await enterprises(keyTools(app, progress), enterprise);
    const checks = app.get(InvariantChecks, { strict: false });
    progress.begin(`checking ${invariants.length} invariants`, ids.length);
    const found: KeptViolation[] = [];
    for (const id of ids) {
      found.push(...(await checks.checkFully(id)));
      progress.add('enterprises', { rows: 1, changed: 0, failed: 0 });
    }
    return found;
  }).finally(() => progress.end());
  return { rules: invariants.map(({ name, rule }) => ({ name, rule })), violations };
}

/** The violations for a person. */
export function describeViolations(violations: readonly KeptViolation[], rules: number): string {
  if (violations.length === 0) return `${paint('green', '✔')} invariants: all ${rules} hold`;
  const lines = violations.map(
    ({ enterprise_id, invariant, subject, message, first_seen_at }) =>
      `  ${paint('red', invariant)}: ${subject}: ${message} (enterprise ${enterprise_id}, since ${first_seen_at.toISOString()})`,
  );
  return [`${paint('red', '✖')} invariants: ${counted(violations.length, 'violation')}`, ...lines].join('\n');
}
