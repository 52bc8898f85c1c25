import type { PaymentsClient } from '@payments/client';
import { CliError } from '../../../support/cli.error.js';
import { until } from './waiting.js';
import type { Patience } from './waiting.js';

/** The file of a report, once it is made. @throws CliError when it fails */
export async function fileOf(
  { reports }: PaymentsClient,
  { id, what }: { readonly id: string; readonly what: string },
  patience: Patience,
): Promise<string> {
  await until(
    `${what} is made`,
    async () => {
      const { status, error } = await reports.get(id);
      if (status === 'failed') throw new CliError(`${what} failed: ${error}`);
      return status === 'completed';
    },
    patience,
  );
  return reports.download(id);
}
