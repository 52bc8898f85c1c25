import type { KeptViolation } from '@payments/persistence';
import type { Command } from 'commander';
import { json as jsonOption, oneOfAll } from '../options.js';
import { counted, paint } from '../terminal.js';

interface CheckOptions {
  readonly enterprise?: string;
  readonly json?: boolean;
}

const CHECK = `
The worker runs the same check every night, and every minute for recent changes. A violation stays listed, here and in
the metric payments_invariant_violations, until a full check no longer finds it: the nightly check, or this one.

Examples:
  $ npm run -s payments -- invariants check
  $ npm run -s payments -- invariants check --enterprise 0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a --json`;

/** `payments invariants …` */
export function registerInvariants(program: Command): void {
  program
    .command('invariants')
    .description('check the invariants: rules that must always hold')
    .command('check')
    .description('check every invariant on all stored data; exit status 1 if one is violated')
    .addOption(oneOfAll())
    .addOption(jsonOption())
    .addHelpText('after', CHECK)
    .action(check);
}

async function check({ enterprise, json = false }: CheckOptions): Promise<void> {
  const [{ InvariantChecks }, { inApplication }, { Progress }, { enterprises, keyTools }, { invariants }] =
    await Promise.all([
      import('../services.js'),
      import('../application.js'),
      import('../keys/progress.js'),
      import('../keys/tools.js'),
      import('../cli.module.js'),
    ]);
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
  const rules = invariants.map(({ name, rule }) => ({ name, rule }));
  const text = json
    ? JSON.stringify({ command: 'invariants check', sound: violations.length === 0, rules, violations }, null, 2)
    : describe(violations, rules.length);
  process.stdout.write(`${text}\n`);
  if (violations.length > 0) process.exitCode = 1;
}

function describe(violations: readonly KeptViolation[], rules: number): string {
  if (violations.length === 0) return `${paint('green', '✔')} invariants: all ${rules} hold`;
  const lines = violations.map(
    ({ enterprise_id, invariant, subject, message, first_seen_at }) =>
      `  ${paint('red', invariant)}: ${subject}: ${message} (enterprise ${enterprise_id}, since ${first_seen_at.toISOString()})`,
  );
  return [`${paint('red', '✖')} invariants: ${counted(violations.length, 'violation')}`, ...lines].join('\n');
}
