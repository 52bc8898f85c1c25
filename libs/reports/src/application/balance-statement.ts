import { Injectable } from '@nestjs/common';
import { Clock, Money, UnitOfWork } from '@payments/kernel';
import { ENTRY_TYPES, typeOf } from '../domain/entry-types.js';
import type { EntryType } from '../domain/entry-types.js';
import { demandPeriod } from '../domain/period.js';
import type { Period } from '../domain/period.js';
import type { ReportScope } from '../domain/report-state.js';
import type { Amounts } from '../domain/running-amounts.js';
import { LedgerPeriods } from './ledger-period.js';
import { Effects, Reports } from './ports.js';
import type { SummedEffects } from './ports.js';
import { subjectOf } from './subject-of.js';
import type { AskedSubject } from './subject-of.js';

/** Cents. */
export interface BalanceAmountsView {
  readonly pending_amount: number;
  readonly available_amount: number;
}

/** Cents that entries of a type took, and gave. */
export interface EntryBalanceView {
  readonly type: EntryType;
  readonly debit: number;
  readonly credit: number;
}

export interface BalanceStatementView {
  readonly start_time: string;
  readonly end_time: string;
  readonly account_balances: { readonly opening: BalanceAmountsView; readonly closing: BalanceAmountsView };
  readonly ledger_entry_balances: readonly EntryBalanceView[];
}

/** The balances before and after a period, and what moved them, by type. */
@Injectable()
export class BalanceStatement {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: Reports,
    private readonly periods: LedgerPeriods,
    private readonly effects: Effects,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_end_time, missing_subledger_reference_id, invalid_subledger_reference_id */
  async execute({ start_time, end_time, ...asked }: Period & AskedSubject): Promise<BalanceStatementView> {
    demandPeriod({ start_time, end_time }, this.clock.now());
    const { report_scope, book } = await this.unitOfWork.read(() => subjectOf(asked, this.reports));
    const { after, upTo, opening, closing } = await this.periods.fix({ start_time, end_time }, book);
    const sums = await this.unitOfWork.read(() => this.effects.sums({ after, upTo, book }));
    return {
      start_time: start_time.toISOString(),
      end_time: end_time.toISOString(),
      account_balances: { opening: amountsOf(opening), closing: amountsOf(closing) },
      ledger_entry_balances: byType(sums, report_scope),
    };
  }
}

function amountsOf({ pending, available }: Amounts): BalanceAmountsView {
  return { pending_amount: Money.usd(pending).toWire(), available_amount: Money.usd(available).toWire() };
}

// Between the books of the total nothing comes in or goes out.
function byType(sums: readonly SummedEffects[], scope: ReportScope): EntryBalanceView[] {
  const totals = new Map<EntryType, { debit: bigint; credit: bigint }>();
  for (const effects of sums) {
    if (scope === 'total' && effects.is_book) continue;
    const type = typeOf(effects);
    const total = totals.get(type) ?? { debit: 0n, credit: 0n };
    total[effects.is_credit ? 'credit' : 'debit'] += effects.sum;
    totals.set(type, total);
  }
  return ENTRY_TYPES.flatMap((type) => {
    const total = totals.get(type);
    if (total === undefined) return [];
    return [{ type, debit: Money.usd(total.debit).toWire(), credit: Money.usd(total.credit).toWire() }];
  });
}
