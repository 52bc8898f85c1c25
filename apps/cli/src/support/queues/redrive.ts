import type { INestApplicationContext } from '@nestjs/common';
import { DeadLetters } from '@payments/messaging';
import { Transactions } from '@payments/persistence';
import type { DeadLetter } from '@payments/messaging';
import { enterprises } from '../keys/tools.js';

export interface RedriveOptions {
  readonly queue?: string;
  readonly enterprise?: string;
  readonly id?: string;
  /** Only reports what would be redriven. */
  readonly dryRun?: boolean;
}

/** Redrives dead letters: all, or those that match. Returns them. @throws CliError when --enterprise is none. */
export async function redrive(
  app: INestApplicationContext,
  { queue, enterprise, id, dryRun = false }: RedriveOptions,
): Promise<DeadLetter[]> {
  const letters = app.get(DeadLetters, { strict: false });
  const transactions = app.get(Transactions, { strict: false });
  const ids =
    enterprise === undefined ? await letters.enterpriseIds() : await enterprises({ transactions }, enterprise);
  const found: DeadLetter[] = [];
  for (const enterpriseId of ids) {
    const dead = await letters.find(enterpriseId, { queue, id });
    if (!dryRun) {
      await letters.redrive(
        enterpriseId,
        dead.map((letter) => letter.id),
      );
    }
    found.push(...dead);
  }
  return found;
}
