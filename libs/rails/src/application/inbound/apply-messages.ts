import { Injectable } from '@nestjs/common';
import { newYorkDate } from '@payments/kernel';
import { Log } from '@payments/observability';
import type { Connection } from '../../domain/connection.js';
import { InboundFileError, lineFault } from '../../domain/inbound/inbound-diagnostic.js';
import { paymentStatuses, type PaymentStatus } from '../../domain/iso20022/payment-status.js';
import type { IsoMessage } from '../../domain/iso20022/read-message.js';
import { type NetworkNotice, networkNoticeOf } from '../../domain/iso20022/network-notice.js';
import { recallAnswersOf, returnedPayments } from '../../domain/iso20022/returned-payment.js';
import { ApplyMessageReturns } from './apply-message-returns.js';
import { ApplyStatuses } from './apply-statuses.js';
import { ParticipantStates } from '../participant-states.js';
import { InboundContent } from './inbound-content.js';
import type { AcknowledgmentContext } from './inbound-context.js';
import { type AcceptedRules, type InboundChange, type InboundClaim, InboundFiles, MessageReader } from './ports.js';

type MessageContext = AcknowledgmentContext & { readonly inboundId: string };

const PAYMENTS = /^(pain|pacs)\./;

/** What messages change. */
@Injectable()
export class MessageEffects {
  constructor(
    readonly statuses: ApplyStatuses,
    readonly returns: ApplyMessageReturns,
    readonly participants: ParticipantStates,
  ) {}
}

/** Applies the messages of banks and networks about payments and participants. Repeating it changes nothing. */
@Injectable()
export class ApplyMessages {
  constructor(
    private readonly files: InboundFiles,
    private readonly content: InboundContent,
    private readonly reader: MessageReader,
    private readonly effects: MessageEffects,
    private readonly log: Log,
  ) {}

  /** Whether a status report is about payments of a message. @throws InboundFileError when it breaks a rule. */
  async isAboutPayments({ file }: InboundClaim, { waivers: accept }: AcceptedRules): Promise<boolean> {
    const message = await this.reader.read(this.content.read(file), { accept });
    return message.family === 'pain.002' && PAYMENTS.test(message.values.OrgnlGrpInfAndSts.OrgnlMsgNmId);
  }

  /** @throws InboundFileError before anything is applied. */
  async execute(claim: InboundClaim, connection: Connection, rules: AcceptedRules): Promise<InboundChange> {
    const { fetched_at, state } = claim.file;
    const message = await this.reader.read(this.content.read(claim.file), { accept: rules.waivers });
    if (message.isNewer)
      this.log.warn('rails_newer_message_version', { file_id: claim.file.id, what: message.definition });
    const time = { date: newYorkDate(fetched_at), at: fetched_at };
    const apply = this.prepared(message, { connection, inboundId: claim.file.id, time });
    const kind = message.family === 'pain.002' ? 'pain.002' : 'iso';
    if (state === 'fetched') await this.files.change(claim, { kind, state: 'parsed', ...rules });
    return { state: 'applied', entries: await apply() };
  }

  /** What is left to do once all of the message is known to be sound. @returns how many payments or participants it is about. */
  private prepared(message: IsoMessage, context: MessageContext): () => Promise<number> {
    switch (message.family) {
      case 'pain.002':
      case 'pacs.002': {
        const found = paymentStatuses(message, networkOf(context.connection));
        return () => this.effects.statuses.execute(context, found);
      }
      case 'admi.002':
        return () => this.effects.statuses.execute(context, [refusalOf(message.values.RltdRef.Ref)]);
      case 'admi.004': {
        const notice = networkNoticeOf(message, context.connection);
        return () => this.keep(notice, context);
      }
      case 'pacs.004': {
        const found = returnedPayments(message.values);
        return () => this.effects.returns.execute(context, found);
      }
      case 'camt.029': {
        const found = recallAnswersOf(message.values);
        return () => this.effects.returns.note(context, found);
      }
      case 'pain.001':
      case 'pacs.008':
      case 'pacs.028':
      case 'camt.056':
        throw unexpected(message.family);
    }
  }

  private async keep(notice: NetworkNotice, { connection, inboundId, time }: MessageContext): Promise<number> {
    const { routing_numbers, at, ...told } = notice;
    const common = { ...told, connection: connection.name, event_at: at ?? time.at, inbound_id: inboundId };
    await this.effects.participants.keep(routing_numbers.map((routing_number) => ({ ...common, routing_number })));
    return routing_numbers.length;
  }
}

/** Of a report without a wrapper. */
export const networkOf = ({ rails }: Connection) => (rails.fednow === 'iso' || rails.rtp !== 'iso' ? 'fednow' : 'rtp');

/** A message that the network refused as such, by its id or that of its header. */
const refusalOf = (message_id: string): PaymentStatus => ({
  ...{ message_id, payments: null, batch_id: null, ids: null, status: 'admi.002', outcome: 'rejected' },
  ...{ is_changed: false, reason: 'FF02', information: null, amount: null, accepted_at: null },
  clearing_reference: null,
});

function unexpected(family: string): InboundFileError {
  return lineFault(1, 'content', { expected: 'a status, a return, an answer to a recall or a notice', found: family });
}
