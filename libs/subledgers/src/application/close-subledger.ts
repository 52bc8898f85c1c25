import { Injectable } from '@nestjs/common';
import { Clock, dateOfDay, dayNumber, newYorkDate, UnitOfWork } from '@payments/kernel';
import type { BankingDate } from '@payments/kernel';
import { Ledger } from '@payments/ledger';
import { DEBITS_RETURN_DAYS } from '../domain/subledger.js';
import { subledgerErrors } from '../domain/subledger.errors.js';
import { SubledgerBalances, Subledgers } from './ports.js';
import { toSubledgerView } from './subledger.view.js';
import type { SubledgerView } from './subledger.view.js';

/** Closes a subledger that has no money and that nothing unfinished names. Closing it again changes nothing. */
@Injectable()
export class CloseSubledger {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subledgers: Subledgers,
    private readonly balances: SubledgerBalances,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** @throws unknown_id, subledger_not_empty, subledger_in_use */
  execute(id: string): Promise<SubledgerView> {
    return this.unitOfWork.run(async () => {
      // Whoever names the subledger holds its row until the commit, so that what is read below is complete.
      const subledger = await this.subledgers.lock(id);
      if (subledger === undefined) throw subledgerErrors.unknown_id();
      if (subledger.closed_at !== null) return toSubledgerView(subledger);
      if (await this.subledgers.isInUse(subledger.id)) throw subledgerErrors.subledger_in_use();
      await this.ledger.lockAvailable();
      const { available, pending, reserved } = (await this.balances.find(subledger.id))!;
      if (available !== 0n || pending !== 0n || reserved !== 0n) throw subledgerErrors.subledger_not_empty();
      const now = this.clock.now();
      const debits_return_until = await this.debitsReturnUntil(subledger.id, now);
      await this.subledgers.close(subledger.id, { debits_return_until, now });
      return toSubledgerView({ ...subledger, closed_at: now, debits_return_until, updated_at: now });
    });
  }

  private async debitsReturnUntil(id: string, now: Date): Promise<BankingDate | null> {
    const first = dateOfDay(dayNumber(newYorkDate(now)) - DEBITS_RETURN_DAYS);
    const day = await this.subledgers.latestDebit(id, first);
    return day && dateOfDay(dayNumber(day) + DEBITS_RETURN_DAYS);
  }
}
