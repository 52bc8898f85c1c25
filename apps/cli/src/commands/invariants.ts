import type { Command } from 'commander';
import { json as jsonOption, oneOfAll } from '../support/options.js';

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
  const { checkInvariants, describeViolations } = await import('../support/check-invariants.js');
  const { rules, violations } = await checkInvariants(enterprise);
  const text = json
    ? JSON.stringify({ command: 'invariants check', sound: violations.length === 0, rules, violations }, null, 2)
    : describeViolations(violations, rules.length);
  process.stdout.write(`${text}\n`);
  if (violations.length > 0) process.exitCode = 1;
}
