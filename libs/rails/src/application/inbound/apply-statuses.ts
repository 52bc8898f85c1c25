import { Injectable } from '@nestjs/common';
import { Metrics } from '@payments/observability';
import { toldOfPayment } from '../../domain/inbound/payment-outcome.js';
import type { PaymentStatus } from '../../domain/iso20022/payment-status.js';
import { isBetweenBanks } from '../../domain/message-format.js';
import { FindSentMessage, type SentMessage } from './find-sent-message.js';
import { FollowStatuses } from './follow-statuses.js';
import { type AcknowledgmentContext, messageException } from './inbound-context.js';
import { inboundMetrics } from './metrics.table.js';
import { PaymentSteps, type Report } from './payment-steps.js';
import { type NewException, RailExceptions } from './ports.js';

/** Applies what banks and networks say about payments of messages. Repeating it changes nothing. */
@Injectable()
export class ApplyStatuses {
  constructor(
    private readonly find: FindSentMessage,
    private readonly follow: FollowStatuses,
    private readonly payments: PaymentSteps,
    private readonly exceptions: RailExceptions,
    private readonly metrics: Metrics,
  ) {}

  /** @returns how many payments were told about. */
  async execute(context: AcknowledgmentContext, statuses: readonly PaymentStatus[]): Promise<number> {
    let count = 0;
    for (const own of byMessage(statuses)) {
      const sent = await this.sentOf(context, own);
      if (sent === undefined) await this.raise(unknownMessages(context, own));
      else count += await this.apply(context, { statuses: own, sent });
    }
    return count;
  }

  private async sentOf({ connection }: AcknowledgmentContext, own: readonly PaymentStatus[]) {
    const [{ message_id }] = own as [PaymentStatus];
    const byMessage = message_id === null ? undefined : await this.find.byMessage(connection, message_id);
    if (byMessage !== undefined) return byMessage;
    const named = own.find(({ ids }) => ids !== null);
    return named?.ids ? this.find.byPayment(connection, named.ids) : undefined;
  }

  private async apply(context: AcknowledgmentContext, report: Report): Promise<number> {
    const { sent, statuses } = report;
    if (isNotFound(context, report)) {
      const isSent = sent.file.inquiries > 0 && (await this.follow.sendAgain(sent.file));
      if (isSent) return statuses.length;
      // Not what was asked: to take it for a rejection would pay twice if the payment is there after all.
      const about = { kind: 'unknown_status', file: sent.file, detail: statuses.at(-1)!.reason, subject: '' } as const;
      await this.raise([messageException(context, about)]);
      return 0;
    }
    // A refusal of the question itself says nothing about the payment.
    if (sent.notice !== undefined && statuses.every(({ outcome }) => outcome === 'rejected')) {
      const { reason } = statuses.at(-1)!;
      const refused = { kind: 'refused_message', file: sent.file, detail: reason, subject: sent.notice.id } as const;
      await this.raise([messageException(context, refused)]);
      return 0;
    }
    const isAnswer = isOfNetwork(sent.file) && sent.file.inquiries > 0;
    const told = statuses.map((status) => toldOfPayment(status, { isAnswer, copies: sent.file.copies }));
    // First the file: what is accepted is in a file that the bank has.
    await this.follow.received(context.connection, sent.file, told);
    const { entries, exceptions } = await this.payments.execute(context, { statuses: told, sent });
    await this.follow.told(sent.file, entries);
    await this.raise(exceptions);
    return entries.length;
  }

  private async raise(exceptions: readonly NewException[]): Promise<void> {
    for (const [kind, count] of await this.exceptions.add(exceptions)) {
      this.metrics.count(inboundMetrics.payments_rails_exceptions_total, { kind }, count);
    }
  }
}

function byMessage(statuses: readonly PaymentStatus[]): PaymentStatus[][] {
  const groups = new Map<string, PaymentStatus[]>();
  for (const status of statuses) {
    // Without the id of its message, each payment is looked for by itself.
    const key = status.message_id ?? JSON.stringify(status.ids);
    groups.set(key, [...(groups.get(key) ?? []), status]);
  }
  return [...groups.values()];
}

/** Whether a network carried the message: it answers when it is asked for the status. */
function isOfNetwork({ format }: SentMessage['file']): boolean {
  return format !== null && !('header' in format) && isBetweenBanks(format);
}

/** The network says that it does not have a payment that it was asked about. */
function isNotFound({ connection: { iso } }: AcknowledgmentContext, { statuses, sent }: Report): boolean {
  if (!isOfNetwork(sent.file)) return false;
  const told = statuses.at(-1)!;
  return told.outcome === 'rejected' && iso.not_found_codes.includes(told.reason ?? '');
}

function unknownMessages(context: AcknowledgmentContext, own: readonly PaymentStatus[]): NewException[] {
  const { message_id, ids, status } = own.at(-1)!;
  const subject = message_id ?? ids?.end_to_end_id ?? ids?.instruction_id ?? '';
  return [messageException(context, { kind: 'unknown_message', detail: status, subject })];
}
