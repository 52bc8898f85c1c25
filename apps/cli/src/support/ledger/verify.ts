import { createReadStream, existsSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { INestApplicationContext } from '@nestjs/common';
import { exportCheck, ledgerChecks, VerifyLedger } from '@payments/ledger';
import type { LedgerCheck, LedgerReport } from '@payments/ledger';
import { invariants } from '../../cli.module.js';
import { UsageError } from '../cli.error.js';
import type { Progress } from '../keys/progress.js';
import { counted } from '../terminal.js';
import { enterprises, keyTools } from '../keys/tools.js';

/** The checks of each enterprise: the rules about money of all contexts. */
const checks: readonly LedgerCheck[] = ledgerChecks(invariants);

export interface VerifyOptions {
  readonly enterprise?: string | undefined;
  /** An export of all entries of that enterprise, as CSV. */
  readonly file?: string | undefined;
}

/** Recomputes and checks the ledgers of all enterprises, or of one. @throws CliError when the options do not fit. */
export async function verifyLedgers(
  app: INestApplicationContext,
  { enterprise, file }: VerifyOptions,
  progress: Progress,
): Promise<LedgerReport[]> {
  if (file !== undefined && enterprise === undefined) {
    throw new UsageError('--enterprise: required with --file; use the id of the enterprise that the export is from');
  }
  const all = file === undefined ? checks : [...checks, exportCheck(linesOf(file))];
  const ids = await enterprises(keyTools(app, progress), enterprise);
  const verify = app.get(VerifyLedger, { strict: false });
  const reports: LedgerReport[] = [];
  progress.begin(`summing the entries of ${counted(ids.length, 'enterprise')}`, 0);
  for (const enterpriseId of ids) {
    const onEntries = (rows: number) => progress.add('ledger.entries', { rows, changed: 0, failed: 0 });
    reports.push(await verify.execute({ enterpriseId, checks: all, onEntries }));
  }
  return reports;
}

function linesOf(path: string): () => AsyncIterable<string> {
  if (!existsSync(path) || !statSync(path).isFile())
    throw new UsageError(`--file: file ${path} does not exist; check the path`);
  return () => createInterface({ input: createReadStream(path), crlfDelay: Infinity });
}
