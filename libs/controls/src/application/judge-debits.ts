import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import type { BankingMoment, Refusal, TransferState } from '@payments/transfers';
import { Originators } from './originators.js';
import { ReadReturnRates } from './read-return-rates.js';

/** Refuses new debits of an originator whose return rate is above a limit of Nacha, if the enterprise wants that. */
@Injectable()
export class JudgeDebits {
  constructor(
    private readonly originators: Originators,
    private readonly returnRates: ReadReturnRates,
  ) {}

  /** The rulings by transfer id; the others pass. */
  async execute(transfers: readonly TransferState[], { at }: BankingMoment): Promise<ReadonlyMap<string, Refusal>> {
    const debits = transfers.filter(({ source }) => source !== null);
    if (debits.length === 0 || workContext.tenant().settings.return_guard !== 'stop') return new Map();
    const originatorOf = await this.originators.of(debits.flatMap(({ subledger_id }) => subledger_id ?? []));
    const asked = new Set(debits.map(({ subledger_id }) => originatorOf(subledger_id)));
    const rates = await this.returnRates.at(at, [...asked]);
    const isExceeded = ({ rates: own }: (typeof rates)[number]) => own.some(({ state }) => state === 'exceeded');
    const exceeded = new Set(rates.filter(isExceeded).map(({ originator }) => originator));
    const refused = debits.filter(({ subledger_id }) => exceeded.has(originatorOf(subledger_id)));
    const refusal = { outcome: 'refuse', side: 'source', reason_code: 'return_rate_exceeded' } as const;
    return new Map(refused.map(({ id }) => [id, refusal]));
  }
}
