import { Injectable } from '@nestjs/common';
import { Metrics } from '@payments/observability';
import type { RecallAnswer, ReturnedPayment } from '../../domain/iso20022/returned-payment.js';
import { Files } from '../ports.js';
import { FindSentMessage, type SentMessage } from './find-sent-message.js';
import { type AcknowledgmentContext, messageException } from './inbound-context.js';
import { inboundMetrics } from './metrics.table.js';
import { type NewException, RailExceptions } from './ports.js';
import { ReturnPayment } from './return-payment.js';

/** Applies instant payments that come back, and answers to recalls. Repeating it changes nothing. */
@Injectable()
export class ApplyMessageReturns {
  constructor(
    private readonly find: FindSentMessage,
    private readonly returned: ReturnPayment,
    private readonly files: Files,
    private readonly exceptions: RailExceptions,
    private readonly metrics: Metrics,
  ) {}

  /** @returns how many payments came back. */
  async execute(context: AcknowledgmentContext, returns: readonly ReturnedPayment[]): Promise<number> {
    let count = 0;
    for (const each of returns) {
      const sent = await this.sentOf(context, each);
      const exception = sent === undefined ? unknown(context, each) : await this.apply(context, sent, each);
      if (exception === undefined) count += 1;
      else await this.raise([exception]);
    }
    return count;
  }

  /** Notes the answers on the recalls that they are about. Money moves by a return or a statement only. */
  async note(context: AcknowledgmentContext, answers: readonly RecallAnswer[]): Promise<number> {
    for (const { case_id, answer, status, reason } of answers) {
      const detail = [answer, status, ...(reason === null ? [] : [reason])].join(' ');
      const { connection } = context;
      const notice = case_id === null ? undefined : (await this.find.byMessage(connection, case_id))?.notice;
      const isNoted = notice !== undefined && (await this.exceptions.note(connection.name, notice.window_key, detail));
      if (!isNoted) {
        const about = { kind: 'unknown_message', detail: `camt.029 ${detail}`, subject: case_id ?? '' } as const;
        await this.raise([messageException(context, about)]);
      }
    }
    return answers.length;
  }

  private async sentOf({ connection }: AcknowledgmentContext, { message_id, ids }: ReturnedPayment) {
    const byMessage = message_id === null ? undefined : await this.find.byMessage(connection, message_id);
    return byMessage ?? (await this.find.byPayment(connection, ids));
  }

  /** @returns what a person must see instead. */
  private async apply(
    context: AcknowledgmentContext,
    { file }: SentMessage,
    each: ReturnedPayment,
  ): Promise<NewException | undefined> {
    for (const enterpriseId of new Set((await this.files.batches(file.id)).map((batch) => batch.for_enterprise))) {
      const found = await this.returned.execute({ ...context, enterpriseId }, file, each);
      if (found === undefined) continue;
      await this.files.makePostingsDue([file.id]);
      return found.exception;
    }
    return unknown(context, each);
  }

  private async raise(exceptions: readonly NewException[]): Promise<void> {
    for (const [kind, count] of await this.exceptions.add(exceptions)) {
      this.metrics.count(inboundMetrics.payments_rails_exceptions_total, { kind }, count);
    }
  }
}

function unknown(context: AcknowledgmentContext, each: ReturnedPayment): NewException {
  const { reason: code, returned: amount, return_id: returnId, ids } = each;
  const subject = ids.end_to_end_id ?? ids.instruction_id ?? ids.uetr ?? '';
  return messageException(context, { kind: 'unmatched_return', amount, code, detail: 'no payment', subject, returnId });
}
