import { paymentReturn } from '../answers/payment-answers.js';
import { newYorkTime, shortDate } from '../calendar/new-york.js';
import type { Booked } from '../journal/events.js';
import type { PaymentInBooks } from './books.js';
import { numbered, type Outbox } from './outbox.js';
import type { Workplace } from './workplace.js';

/** BAI2 type code of an instant payment that came in. */
const CAME_BACK = '195';

/** Returns payments whose receiving bank does not keep them. */
export class ReturnPayments {
  constructor(
    private readonly place: Workplace,
    private readonly outbox: Outbox,
  ) {}

  execute(now: number): void {
    for (const found of [...this.place.books.openReturns]) {
      if (found.payment.returns!.at <= now) this.send(found, now);
    }
  }

  private send({ message, payment }: PaymentInBooks, now: number): void {
    const number = numbered(this.outbox.nextNumber);
    const time = newYorkTime(now);
    const { instruction_id, end_to_end_id, cents, returns } = payment;
    const booked: Booked = {
      ...{ event: 'booked', line: this.place.books.lines.length + 1, at: now, date: time.date, type: CAME_BACK },
      ...{ direction: 'credit', cents, file: message.file, batch: 1, reference: end_to_end_id },
      text: `RETURNED PAYMENT RETURN-${number} ${shortDate(time.date)}`,
    };
    const { message_id } = message;
    const content = paymentReturn({ payment, message_id, code: returns!.code }, { number, now: time });
    this.outbox.commit(
      now,
      [{ event: 'payment_returned', instruction_id }, booked],
      [
        {
          ...{ kind: 'return', directory: 'outbound', nameOf: (output) => `return-${output}.xml`, deliver_at: now },
          ...{ content: Buffer.from(content), faults: [] },
        },
      ],
    );
  }
}
