import { Injectable } from '@nestjs/common';
import { newYorkDate } from '@payments/kernel';
import { whyNotAlone } from '../../domain/inbound/known-returns.js';
import { namingOf } from '../../domain/inbound/payment-outcome.js';
import { type ReturnedPayment, returnOutcome } from '../../domain/iso20022/returned-payment.js';
import { resultKey } from '../../domain/result-key.js';
import { Entries, type SentEntry } from '../ports.js';
import { RecordResults } from '../record-results.js';
import { Postings } from '../statements/ports.js';
import { DecidedReturns } from './decided-returns.js';
import type { SentMessage } from './find-sent-message.js';
import { type AcknowledgmentContext, messageException } from './inbound-context.js';
import { namedOf } from './payment-steps.js';
import type { NewException } from './ports.js';

const SENT_STATES = ['filed', 'accepted', 'settled', 'returned'] as const;

/** Books one payment that came back, in the enterprise that sent it. */
@Injectable()
export class ReturnPayment {
  constructor(
    private readonly entries: Entries,
    private readonly results: RecordResults,
    private readonly postings: Postings,
    private readonly decided: DecidedReturns,
  ) {}

  /** @returns undefined if the payment is not the enterprise's. */
  execute(
    context: AcknowledgmentContext & { readonly enterpriseId: string },
    file: SentMessage['file'],
    each: ReturnedPayment,
  ): Promise<{ readonly exception: NewException | undefined } | undefined> {
    const { return_id: returnId, returned: amount, reason: code } = each;
    const references = [returnId, ...Object.values<string | null>({ ...each.ids })].filter((id) => id !== null);
    const told = { connection: context.connection.name, ids: [returnId], references };
    return this.decided.run(context.enterpriseId, told, async (decided) => {
      const sent = await this.entries.lockOfFile(file.id, SENT_STATES);
      const entry = sent.find((candidate) => namingOf(each.ids, namedOf(candidate, file)) === 'named');
      if (entry === undefined) return undefined;
      const { enterpriseId } = context;
      const about = { file, entry, enterpriseId, code, amount, returnId, subject: entry.id };
      const raised = (kind: 'partial_return' | 'duplicate_return', detail: string) => ({
        exception: messageException(context, { ...about, kind, detail }),
      });
      const outcome = returnOutcome(each, entry.amount);
      if (outcome !== 'returned') return raised('partial_return', `${outcome}: ${amount} of ${entry.amount} cents`);
      if (entry.state === 'returned') {
        return entry.return_trace === returnId ? { exception: undefined } : raised('duplicate_return', returnId);
      }
      const known = await this.postings.returnsOf([entry.end_to_end_id], [returnId]);
      const coming = { id: returnId, direction: 'credit', amount } as const;
      const problem =
        whyNotAlone(known, { ...entry, direction: 'credit' }, coming) ??
        decided.whyNotAlone({ ...coming, original_trace: entry.trace, references });
      if (problem !== undefined) return raised('duplicate_return', problem);
      await this.book(context, { entry, each, return_trace: returnId });
      return { exception: undefined };
    });
  }

  private async book(
    { connection, inboundId, time }: AcknowledgmentContext,
    { entry, each, return_trace }: { entry: SentEntry; each: ReturnedPayment; return_trace: string },
  ): Promise<void> {
    const { id, trace, end_to_end_id, amount } = entry;
    const at = new Date(Math.max(time.at.getTime(), entry.occurred_at.getTime()));
    const key = resultKey(entry, `${return_trace}-${each.reason}`);
    await this.entries.move([id], { to: 'returned', at, code: each.reason, return_trace });
    await this.results.execute([
      { key, end_to_end_id, kind: 'returned', code: each.reason, trace: return_trace, occurred_at: at },
    ]);
    await this.postings.addReturns([
      {
        ...{ kind: 'return', key: `return:${key}`, connection: connection.name, file: inboundId ?? '', batch: trace },
        ...{
          end_to_end_id,
          day: each.settlement_date ?? newYorkDate(at),
          direction: 'credit',
          class: 'instant_return',
        },
        ...{ amount, references: [trace, end_to_end_id, return_trace] },
      },
    ]);
  }
}
