import { createHash } from 'node:crypto';
import { clearingReference, messageReject, notFound, paymentStatus, recallAnswer } from '../answers/payment-answers.js';
import { dollars } from '../answers/dollars.js';
import { newYorkTime, shortDate } from '../calendar/new-york.js';
import { readIsoMessage, refusedIds, type IsoMessageIn, type SentPayment } from '../iso/payment-message.js';
import { RefusedMessage } from '../iso/refused-message.js';
import type { Booked, MessageReceived, PaymentTaken } from '../journal/events.js';
import { instantOutcomesByCents } from '../settings/instant-outcomes.table.js';
import type { PaymentInBooks } from './books.js';
import { type Draft, numbered, type Outbox } from './outbox.js';
import type { Workplace } from './workplace.js';

/** BAI2 type code of an instant payment that the bank made for the company. */
const PAID = '495';
const DUPLICATE = 'AM05';

type Received = Pick<MessageReceived, 'event' | 'file' | 'at' | 'name' | 'sha256'>;

/** Takes messages of ISO 20022: payments are decided and booked at once, questions and requests for returns are answered. */
export class ReceiveMessages {
  constructor(
    private readonly place: Workplace,
    private readonly outbox: Outbox,
  ) {}

  execute(kept: string, bytes: Buffer, now: number): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const received = {
      event: 'message' as const,
      file: Number(kept.slice(0, 6)),
      at: now,
      name: kept.slice(7),
      sha256,
    };
    try {
      this.answer(received, readIsoMessage(bytes, this.place.settings.accountNumber));
    } catch (error) {
      if (!(error instanceof RefusedMessage)) throw error;
      this.refuse(received, error, refusedIds(bytes));
    }
  }

  private refuse(received: Received, { message: problem }: RefusedMessage, ids: ReturnType<typeof refusedIds>): void {
    // Without its id, the sender cannot be told which message it is.
    const unknown = { message_id: '', network: 'bank' } as const;
    const event: MessageReceived = { ...received, ...(ids ?? unknown), definition: '', payments: [], problem };
    if (ids === undefined) this.place.record([event]);
    else {
      const { message_id } = ids;
      const draft = this.draft(received.at, 'status', (given) => messageReject({ message_id, problem }, given));
      this.outbox.commit(received.at, [event], [draft]);
    }
    this.place.print(`refused ${received.name}: ${problem}`);
  }

  private answer(received: Received, message: IsoMessageIn): void {
    const { about, payments, ...named } = message;
    if (about === undefined) return this.take(received, { ...named, payments });
    const event: MessageReceived = { ...received, ...named, about, payments: [] };
    const found = this.place.books.payments.get(about.instruction_id);
    const isRecall = message.definition.startsWith('camt.056');
    if (isRecall && message.network === 'rtp' && found && about.clearing_reference !== clearingReference(found.message))
      throw new RefusedMessage('network', 'OrgnlClrSysRef is not that of the payment');
    const draft = isRecall ? this.recall(event, about.instruction_id) : this.status(event, about, found);
    this.outbox.commit(received.at, [event], [draft]);
    this.place.print(`answered ${received.name}`);
  }

  /** A message that came before gets the same answer again, and moves nothing. */
  private take(received: Received, { payments, ...named }: Omit<IsoMessageIn, 'about'>): void {
    const { books, faults } = this.place;
    const before = books.messageWith(named.message_id);
    if (before === undefined && named.network !== 'bank' && faults.strikes('message_lost', received.file)) {
      this.place.record([{ ...received, ...named, payments: [], problem: 'lost on its way' }]);
      this.place.print(`lost ${received.name}`);
      return;
    }
    const taken = before?.payments ?? payments.map((payment) => this.decide(payment, named.network, received.at));
    const event: MessageReceived = { ...received, ...named, payments: taken };
    const isSilent = faults.strikes('status_lost', this.outbox.nextNumber);
    const booked = before === undefined ? this.linesOf(event) : [];
    const answer = isSilent
      ? []
      : [this.draft(received.at, 'status', (given) => paymentStatus({ message: event, payments: taken }, given))];
    this.outbox.commit(received.at, [event, ...booked], answer);
    const sum = taken.reduce((cents, payment) => cents + payment.cents, 0);
    this.place.print(
      `${before === undefined ? 'took' : 'took again'} ${received.name}: ${taken.length} payments, ${dollars(sum)}`,
    );
  }

  private decide(payment: SentPayment, network: IsoMessageIn['network'], now: number): PaymentTaken {
    const { books, dayMs } = this.place;
    if (books.payments.has(payment.instruction_id)) return { ...payment, status: 'RJCT', code: DUPLICATE };
    const outcome = instantOutcomesByCents[String(payment.cents % 100).padStart(2, '0')];
    if (outcome?.kind === 'reject') return { ...payment, status: 'RJCT', code: outcome.code };
    // RTP calls the final acceptance so.
    const settled: PaymentTaken = { ...payment, status: network === 'rtp' ? 'ACTC' : 'ACSC' };
    if (outcome?.kind !== 'return' || network === 'bank') return settled;
    return { ...settled, returns: { at: now + outcome.afterDays * dayMs, code: outcome.code } };
  }

  private linesOf({ payments, file, at }: MessageReceived): Booked[] {
    const { books } = this.place;
    const { date } = newYorkTime(at);
    return payments
      .filter(({ status }) => status !== 'RJCT')
      .map(({ cents, end_to_end_id, instruction_id }, index) => ({
        ...{
          event: 'booked' as const,
          line: books.lines.length + index + 1,
          at,
          date,
          type: PAID,
          direction: 'debit' as const,
        },
        ...{ cents, file, batch: index + 1, reference: end_to_end_id },
        text: `INSTANT PAYMENT ${instruction_id} ${shortDate(date)}`,
      }));
  }

  private status(
    event: MessageReceived,
    about: NonNullable<MessageReceived['about']>,
    found: PaymentInBooks | undefined,
  ): Draft {
    if (found === undefined) return this.draft(event.at, 'status', (given) => notFound({ about }, given));
    const { message, payment } = found;
    return this.draft(event.at, 'status', (given) => paymentStatus({ message, payments: [payment] }, given));
  }

  private recall(event: MessageReceived, instructionId: string): Draft {
    // Whoever agrees returns the payment at once.
    const payment = this.place.books.returnable(instructionId)?.payment;
    const confirmation = payment === undefined ? 'RJCR' : 'IPAY';
    const { message_id } = event;
    return this.draft(event.at, 'status', (given) => recallAnswer({ message_id, payment, confirmation }, given));
  }

  private draft(
    now: number,
    kind: Draft['kind'],
    contentOf: (given: { number: string; now: ReturnType<typeof newYorkTime> }) => string,
  ): Draft {
    const number = numbered(this.outbox.nextNumber);
    return {
      ...{ kind, directory: 'outbound', nameOf: (output) => `${kind}-${output}.xml`, deliver_at: now, faults: [] },
      content: Buffer.from(contentOf({ number, now: newYorkTime(now) })),
    };
  }
}
