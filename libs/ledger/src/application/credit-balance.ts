import { Injectable } from '@nestjs/common';
import { Clock, Money, newId, UnitOfWork } from '@payments/kernel';
import type { BalanceView } from './balance.view.js';
import { type Credit, Credits, Ledger } from './ports.js';
import { GetBalance } from './get-balance.js';

export interface NewCredit {
  /** What it is booked for, such as the line of a statement; a new id if omitted. */
  readonly id?: string;
  /** Cents, above 0. */
  readonly amount: number;
  /** The bank's reference for the money; each reference is credited once. */
  readonly reference?: string;
  /** The banking instant at which it came, if not now. */
  readonly banking_at?: Date;
}

/** Books money that came from outside, such as a wire, against settlement cash. @throws credit_reference_taken */
@Injectable()
export class CreditBalance {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly credits: Credits,
    private readonly getBalance: GetBalance,
    private readonly clock: Clock,
  ) {}

  /** The credit under one of these references, of the first that has one. */
  credited(references: readonly string[]): Promise<Credit | undefined> {
    return this.unitOfWork.read(() => this.credits.under(references));
  }

  execute(input: NewCredit): Promise<BalanceView & { readonly credit_id: string }> {
    const { cents: amount } = Money.fromWire(input.amount);
    const [id, now] = [input.id ?? newId(), this.clock.now()];
    return this.unitOfWork.run(async () => {
      await this.credits.add({ id, amount, reference: input.reference ?? null, created_at: now });
      await this.ledger.post([
        {
          ...{ subject_id: id, leg: 'none', attempt: 1, kind: 'credit' },
          ...{ debit: 'cash', credit: 'available', amount, banking_at: input.banking_at ?? now },
        },
      ]);
      return { credit_id: id, ...(await this.getBalance.execute()) };
    });
  }
}
