import type { INestApplicationContext } from '@nestjs/common';
import { DeadLetters } from '@payments/messaging';
import { Transactions } from '@payments/persistence';
import type { DeadLetter } from '@payments/messaging';
import { contexts } from '../../cli.module.js';
import { namesNothing, UsageError } from '../cli.error.js';
import { enterprises } from '../keys/tools.js';

export interface RedriveOptions {
  readonly queue?: string;
  readonly enterprise?: string;
  readonly id?: string;
  /** Only reports what would be redriven. */
  readonly dryRun?: boolean;
}

/** Redrives dead letters: all, or those that match. Returns them. @throws UsageError when an option names nothing */
export async function redrive(
  app: INestApplicationContext,
  { queue, enterprise, id, dryRun = false }: RedriveOptions,
): Promise<DeadLetter[]> {
  const queues = contexts.flatMap((context) => context.queues ?? []).sort();
  if (queue !== undefined && !queues.includes(queue)) {
    throw namesNothing('--queue', 'queue has the name', { given: queue, names: queues, command: 'queues status' });
  }
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
  if (id !== undefined && found.length === 0)
    throw new UsageError(`--id: no dead letter has this id; list them with 'payments queues redrive --dry-run'`);
  return found;
}
