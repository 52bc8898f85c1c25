import { Injectable } from '@nestjs/common';
import { addBankingDays, type BankingDate, Clock, nachaRuleOn, newYorkDate } from '@payments/kernel';
import { OperateEntries } from '../operate-entries.js';
import type { Operator } from './exception-decisions.js';
import { ConnectionAudit, InboundOperationError } from './operate-inbound.js';
import { RailExceptions } from './ports.js';

export interface RequestedReturn {
  readonly end_to_end_id: string;
  readonly due_date: BankingDate;
  /** Whether the request was noted before. */
  readonly known: boolean;
}

/** Notes that the bank was asked, outside of files, to have an entry returned (R06), and until when it is answered. */
@Injectable()
export class RequestReturn {
  constructor(
    private readonly entries: OperateEntries,
    private readonly exceptions: RailExceptions,
    private readonly audit: ConnectionAudit,
    private readonly clock: Clock,
  ) {}

  /** @throws InboundOperationError or FileOperationError */
  async execute(endToEndId: string, operator: Operator, enterpriseId?: string): Promise<RequestedReturn> {
    const { enterprise_id, entry } = await this.entries.one(endToEndId, enterpriseId);
    if (entry.connection === null || (entry.state !== 'accepted' && entry.state !== 'settled')) {
      throw new InboundOperationError(`the entry is ${entry.state}; only what the bank has can be returned`);
    }
    const today = newYorkDate(this.clock.now());
    const due_date = addBankingDays(today, nachaRuleOn('return_request_days', today) ?? 0);
    await this.audit.record({ companies: [{ enterprise_id }] }, operator, {
      ...{ action: 'entry.return_requested', subject_type: 'entry', subject_id: entry.id, after: { due_date } },
    });
    const added = await this.exceptions.add([
      {
        ...{ key: `return_requested:${entry.id}`, connection: entry.connection, for_enterprise: enterprise_id },
        ...{ kind: 'return_requested', inbound_id: null, line: null, file_id: entry.file_id, code: 'R06' },
        ...{ end_to_end_id: endToEndId, direction: entry.side === 'source' ? 'debit' : 'credit', amount: entry.amount },
        ...{ original_trace: entry.trace, trace: null, detail: operator.reason, due_date },
      },
    ]);
    return { end_to_end_id: endToEndId, due_date, known: added.size === 0 };
  }
}
