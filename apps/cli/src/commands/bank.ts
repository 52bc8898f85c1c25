import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { UsageError } from '../support/cli.error.js';

const PROGRAM = join(__dirname, '..', '..', '..', 'bank', 'src', 'main.js');

const SIMULATE = `
Companies write NACHA files into inbound, under a name that ends in .part, and rename them. The bank puts
acknowledgments, returns, notifications of change and statements into outbound. docs/reference/simulated-bank.md
describes its rules, the two files and the faults.

Examples:
  $ npm run -s payments -- bank simulate --dir .data/bank
  $ npm run -s payments -- bank simulate --dir .data/bank --sftp 2222 --day-seconds 5 --rules rules.json`;

interface SimulateOptions {
  readonly dir?: string;
  readonly sftp?: number;
  readonly daySeconds: number;
  readonly rules?: string;
  readonly faults?: string;
}

/** `payments bank …` */
export function registerBank(program: Command): void {
  program
    .command('bank')
    .description('work with a simulated bank')
    .command('simulate')
    .description('run a bank that takes NACHA files and answers them; stop it with Ctrl-C')
    .option('--dir <directory>', 'the directory of the bank (default: bank in DATA_DIR)')
    .option('--sftp <port>', 'also serve the directory over SFTP, on 127.0.0.1; 0 for a free port')
    .addOption(new Option('--day-seconds <seconds>', 'how long a banking day lasts').default(2))
    .option('--rules <file>', 'JSON: the bank, its customers, acknowledgments, and outcomes of entries')
    .option('--faults <file>', 'JSON: what goes wrong, by a seed')
    .addHelpText('after', SIMULATE)
    .action(simulate);
}

async function simulate({ dir, sftp, daySeconds, rules, faults }: SimulateOptions): Promise<void> {
  if (dir === undefined && sftp === undefined) throw new UsageError('give --dir, --sftp or both');
  const { runProgram } = await import('../support/run-program.js');
  const options = {
    dir: dir ?? join(process.env['DATA_DIR'] ?? '.data', 'bank'),
    sftp,
    'day-seconds': daySeconds,
    rules,
    faults,
  };
  const args = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
  process.exitCode = await runProgram(PROGRAM, args);
}
