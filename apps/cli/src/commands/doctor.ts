import type { Command } from 'commander';
import type { Finding } from '../support/doctor/finding.js';
import { paint } from '../support/terminal.js';

const MARKS = { ok: ['green', '✔'], warn: ['yellow', '!'], fail: ['red', '✖'] } as const;

/** `payments doctor` */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check the configuration, connections and migrations; exit status 1 if a check fails')
    .option('--json', 'print JSON only')
    .action(async ({ json }: { json?: boolean }) => {
      const { diagnose } = await import('../support/doctor/diagnose.js');
      const findings = await diagnose(process.env);
      process.stdout.write(`${json ? JSON.stringify({ checks: findings }, null, 2) : table(findings)}\n`);
      if (findings.some(({ status }) => status === 'fail')) process.exitCode = 1;
    });
}

function table(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings.map((finding) => row(finding, width)).join('\n');
}

function row({ name, status, value, remedy }: Finding, width: number): string {
  const [style, mark] = MARKS[status];
  const advice = remedy === undefined ? '' : paint('dim', `  → ${remedy}`);
  return `${paint(style, mark)} ${name.padEnd(width)}  ${value}${advice}`;
}
