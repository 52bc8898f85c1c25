import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import type { BankingMoment, Refusal, TransferState } from '@payments/transfers';
import { ownOriginator } from './originators.js';
import { ReadReturnRates } from './read-return-rates.js';

/** Refuses new debits of an originator whose return rate is above a limit of Nacha, if the enterprise wants that. */
@Injectable()
export class JudgeDebits {
  constructor(private readonly returnRates: ReadReturnRates) {}

  /** The rulings by transfer id; the others pass. */
  async execute(transfers: readonly TransferState[], { at }: BankingMoment): Promise<ReadonlyMap<string, Refusal>> {
    const debits = transfers.filter(({ source }) => source !== null);
    if (debits.length === 0 || workContext.tenant().settings.return_guard !== 'stop') return new Map();
    const rates = await this.returnRates.at(at);
    const own = rates.find(({ originator }) => originator === ownOriginator());
    if (own?.rates.some(({ state }) => state === 'exceeded') !== true) return new Map();
    const refusal = { outcome: 'refuse', side: 'source', reason_code: 'return_rate_exceeded' } as const;
    return new Map(debits.map(({ id }) => [id, refusal]));
  }
}
