import { readFileSync } from 'node:fs';
import { checkFiles } from './check-files.js';
import { parseCommandLine } from './command-line.js';
import { DirectoryInUseError } from './journal/directory-lock.js';
import { JournalError } from './journal/journal.js';
import { SettingsError } from './settings/json-reader.js';
import { SimulatedBank } from './simulated-bank.js';

const FAILED = 1;
const WRONG_USAGE = 2;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  if (process.argv[2] === 'check') {
    print(JSON.stringify(checkFiles(readFileSync(process.stdin.fd, 'utf8'))));
    return;
  }
  const options = parseCommandLine(process.argv.slice(2));
  const bank = new SimulatedBank({ ...options, print });
  await bank.start();
  print(`the bank works in ${options.directory}, and its days last ${options.daySeconds} s; stop it with Ctrl-C`);
  const stop = () => {
    if (process.connected) process.disconnect();
    void bank.stop().catch(report);
  };
  // A terminal sends its signal to the command, too, which passes it on: it comes twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  // The command that runs this program was killed.
  process.once('disconnect', stop);
}

function report(error: unknown): void {
  const isForUser = [SettingsError, DirectoryInUseError, JournalError].some((type) => error instanceof type);
  process.stderr.write(`${isForUser ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = error instanceof SettingsError ? WRONG_USAGE : FAILED;
}

void main().catch(report);
