import { readFile } from 'node:fs/promises';
import { LoadParticipation, parseParticipation, ParticipationFileError } from '@payments/transfers';
import type { ParticipationEntry } from '@payments/transfers';
import { inApplication } from './application.js';
import { CliError } from './cli.error.js';
import { Progress } from './keys/progress.js';
import { count, counted, paint } from './terminal.js';

const TABLE = 'transfers.participation';
const LOCK_NOT_AVAILABLE = '55P03';

/** Loads the file. @throws CliError when it cannot be read, is not a directory, or another load is running. */
export async function loadDirectory(file: string, json: boolean): Promise<void> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${file}: cannot be read (${error.code}); check the path`);
  });
  try {
    await replace(parseParticipation(bytes), { command: 'load', json });
  } catch (error) {
    if (!(error instanceof ParticipationFileError)) throw error;
    throw new CliError(`${file}: the file has errors and was not loaded; correct it\n${error.message}`);
  }
}

/** Clears the loaded directory. @throws CliError when a load is running. */
export async function clearDirectory(json: boolean): Promise<void> {
  await replace([], { command: 'clear', json });
}

async function replace(
  entries: readonly ParticipationEntry[],
  { command, json }: { command: string; json: boolean },
): Promise<void> {
  const progress = new Progress(process.stderr);
  progress.begin(TABLE, entries.length);
  let before = 0;
  const written = (now: number) => {
    progress.add(TABLE, { rows: now - before, changed: now - before, failed: 0 });
    before = now;
  };
  await inApplication((app) => app.get(LoadParticipation, { strict: false }).execute(entries, written))
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      throw new CliError('another command is loading the directory; run this command again when it is done');
    })
    .finally(() => progress.end());
  const totals = {
    routing_numbers: entries.length,
    rtp: entries.filter(({ rtp }) => rtp).length,
    fednow: entries.filter(({ fednow }) => fednow).length,
  };
  const text = json
    ? JSON.stringify({ command, ...totals, elapsed_ms: progress.elapsedMs }, null, 2)
    : `${paint('green', '✔')} directory ${command}: ${counted(totals.routing_numbers, 'routing number')}, ${count(totals.rtp)} in RTP, ${count(totals.fednow)} in FedNow`;
  process.stdout.write(`${text}\n`);
}
