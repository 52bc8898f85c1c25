import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { RECON_HEAD, reconRows } from '../domain/recon-csv.js';
import type { ReportState } from '../domain/report-state.js';
import { EffectPages } from './effect-pages.js';
import { LedgerPeriods } from './ledger-period.js';
import { ReportFailureError } from './report-maker.js';
import type { MadeStep, ReportMaker } from './report-maker.js';

/** Positions and cents as text. */
type ReconProgress = Readonly<
  Record<'after' | 'upTo' | 'available' | 'pending' | 'closingAvailable' | 'closingPending', string> & { head?: string }
>;

/** The reconciliation report: every change of the balances by its position, with the balances after it. */
@Injectable()
export class MakeRecon implements ReportMaker {
  constructor(
    private readonly periods: LedgerPeriods,
    private readonly pages: EffectPages,
  ) {}

  async begin(report: ReportState): Promise<ReconProgress> {
    const { after, upTo, opening, closing } = await this.periods.fix(report, report.book);
    return {
      ...{ head: RECON_HEAD, after: String(after), upTo: String(upTo) },
      ...{ available: String(opening.available), pending: String(opening.pending) },
      ...{ closingAvailable: String(closing.available), closingPending: String(closing.pending) },
    };
  }

  async next({ id, book }: ReportState, { head = '', ...progress }: ReconProgress): Promise<MadeStep<ReconProgress>> {
    const range = { after: BigInt(progress.after), upTo: BigInt(progress.upTo), book };
    const page = await this.pages.next(id, range);
    if (page === undefined) {
      demandBalance(progress);
      return { text: head, rows: 0, progress, isLast: true };
    }
    const before = { available: BigInt(progress.available), pending: BigInt(progress.pending) };
    const { text, after } = reconRows(page.effects, before, workContext.tenant().enterpriseName);
    return {
      text: head + text,
      rows: page.effects.length,
      progress: {
        ...progress,
        ...{ after: String(page.upTo), available: String(after.available), pending: String(after.pending) },
      },
      isLast: false,
    };
  }
}

// Rows that do not add up to the balances of the ledger must not reach anybody's books.
function demandBalance({ available, pending, closingAvailable, closingPending }: ReconProgress): void {
  if (available === closingAvailable && pending === closingPending) return;
  throw new ReportFailureError(
    'report_unbalanced',
    `the rows end with ${available} and ${pending}, but the ledger has ${closingAvailable} and ${closingPending}`,
  );
}
