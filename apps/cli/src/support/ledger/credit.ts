import type { INestApplicationContext } from '@nestjs/common';
import { CreditBalance } from '@payments/ledger';
import type { BalanceView } from '@payments/ledger';
import { DomainError, MAX_TRANSFER_CENTS, newId } from '@payments/kernel';
import { cents, text } from '@payments/http';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { CliError, UsageError } from '../cli.error.js';
import { Progress } from '../keys/progress.js';
import { enterprises, keyTools } from '../keys/tools.js';

const AMOUNT = cents({ max: Number(MAX_TRANSFER_CENTS) });
const REFERENCE = text({ max: 255 });

export interface CreditOptions {
  readonly enterprise: string;
  /** Cents. */
  readonly amount: number;
  readonly reference?: string | undefined;
}

export interface Credited extends BalanceView {
  readonly enterprise_id: string;
  readonly credit_id: string;
  readonly amount: number;
  readonly reference?: string;
}

/** Books a received wire. @throws CliError when the options do not fit, or the reference was credited before. */
export async function credit(app: INestApplicationContext, options: CreditOptions): Promise<Credited> {
  const { amount, reference } = options;
  if (!AMOUNT.accepts(amount)) throw new UsageError(`--amount: must be ${AMOUNT.expected}`);
  if (reference !== undefined && !REFERENCE.accepts(reference)) {
    throw new UsageError(`--reference: must be ${REFERENCE.expected}`);
  }
  const [enterprise_id] = await enterprises(keyTools(app, new Progress()), options.enterprise);
  const tenant = await app.get(Enterprises, { strict: false }).get(enterprise_id!);
  const input = { amount, ...(reference !== undefined && { reference }) };
  const work = () => app.get(CreditBalance, { strict: false }).execute(input);
  try {
    const booked = await workContext.run({ requestId: newId(), tenant, actor: 'cli' }, work);
    return { enterprise_id: tenant.enterpriseId, ...input, ...booked };
  } catch (error) {
    throw error instanceof DomainError ? new CliError(`--reference: ${error.message} Nothing was booked.`) : error;
  }
}
