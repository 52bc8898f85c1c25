import { readFile } from 'node:fs/promises';
import {
  LoadParticipation,
  parseFedAch,
  parseNetwork,
  parseParticipation,
  ParticipationFileError,
} from '@payments/transfers';
import type { Network, ParticipationEntry } from '@payments/transfers';
import { inApplication } from './application.js';
import { CliError, unreadable } from './cli.error.js';
import { Progress } from './keys/progress.js';
import { count, counted, paint } from './terminal.js';

/** What a file is: the participants of both networks or of one, or the banks that ACH reaches. */
export type DirectoryFormat = 'csv' | 'fedach' | Network;

type Written = (count: number) => void;
type Load = (load: LoadParticipation, written: Written) => Promise<Summary>;

interface Summary {
  readonly totals: Readonly<Record<string, number>>;
  readonly text: string;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Loads the file. @throws CliError when it cannot be read, is not a directory, or another load is running. */
export async function loadDirectory(file: string, format: DirectoryFormat, json: boolean): Promise<void> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error);
  });
  try {
    await replace(loadOf(format, bytes), { command: 'load', json });
  } catch (error) {
    if (!(error instanceof ParticipationFileError)) throw error;
    throw new CliError(`${file}: the file has errors and was not loaded; correct it\n${error.message}`);
  }
}

/** Clears what is loaded of every kind. @throws CliError when a load is running. */
export async function clearDirectory(json: boolean): Promise<void> {
  const clear: Load = async (load) => {
    await load.banks([]);
    await load.execute([]);
    return participants([]);
  };
  await replace(clear, { command: 'clear', json });
}

/** @throws ParticipationFileError */
function loadOf(format: DirectoryFormat, bytes: Buffer): Load {
  if (format === 'fedach') {
    const banks = parseFedAch(bytes);
    const replaced = banks.filter(({ new_routing_number }) => new_routing_number !== null).length;
    const totals = { routing_numbers: banks.length, with_new_routing_number: replaced };
    const text = `${counted(banks.length, 'routing number')} in FedACH, ${count(replaced)} of them with a new one`;
    return async (load, written) => {
      await load.banks(banks, written);
      return { totals, text };
    };
  }
  if (format === 'csv') {
    const entries = parseParticipation(bytes);
    return async (load, written) => {
      await load.execute(entries, written);
      return participants(entries);
    };
  }
  const numbers = parseNetwork(bytes);
  return async (load, written) => participants(await load.network(format, numbers, written));
}

function participants(entries: readonly ParticipationEntry[]): Summary {
  const totals = {
    routing_numbers: entries.length,
    rtp: entries.filter(({ rtp }) => rtp).length,
    fednow: entries.filter(({ fednow }) => fednow).length,
  };
  const text = `${counted(totals.routing_numbers, 'routing number')}, ${count(totals.rtp)} in RTP, ${count(totals.fednow)} in FedNow`;
  return { totals, text };
}

async function replace(load: Load, { command, json }: { command: string; json: boolean }): Promise<void> {
  const progress = new Progress(process.stderr);
  progress.begin('directory', 0);
  let before = 0;
  const written = (now: number) => {
    progress.add('directory', { rows: now - before, changed: now - before, failed: 0 });
    before = now;
  };
  const { totals, text } = await inApplication((app) => load(app.get(LoadParticipation, { strict: false }), written))
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      throw new CliError('another command is loading the directory; run this command again when it is done');
    })
    .finally(() => progress.end());
  const shown = json
    ? JSON.stringify({ command, ...totals, elapsed_ms: progress.elapsedMs }, null, 2)
    : `${paint('green', '✔')} directory ${command}: ${text}`;
  process.stdout.write(`${shown}\n`);
}
