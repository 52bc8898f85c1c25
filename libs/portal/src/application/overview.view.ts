import { Money, returnRateClasses } from '@payments/kernel';
import type { DebitReturns, PeriodFigures, TransferFigures } from './figures.js';
import type { AttentionCount, Balances, PartySummary, ReasonCount, TransferCounts, TransferSummary } from './ports.js';

export interface StatusCountView {
  readonly status: string;
  readonly count: number;
  /** Cents. */
  readonly amount: number;
}

export interface TransferSummaryView {
  readonly id: string;
  readonly transfer_reference_id: string;
  /** Cents. */
  readonly amount: number;
  readonly currency: 'USD';
  readonly speed: string;
  readonly source?: PartySummary;
  readonly destination?: PartySummary;
  readonly status: string;
  readonly created_at: string;
}

/** Amounts in cents. */
export interface BalancesView {
  readonly available: number;
  readonly pending: number;
  readonly reserved: number;
  readonly currency: 'USD';
  readonly updated_at: string;
}

export interface FigureStepView extends TransferFigures<number> {
  /** When the step begins. */
  readonly at: string;
}

export interface FiguresView {
  readonly series: readonly FigureStepView[];
  readonly totals: TransferFigures<number>;
  /** The period of the same length before; left out where either was not counted as a whole. */
  readonly previous?: TransferFigures<number>;
}

export interface DebitReturnsView {
  readonly counted_since: string;
  readonly debits: number;
  readonly unauthorized: number;
  /** The share of unauthorized returns that Nacha allows, between 0 and 1. */
  readonly limit: number;
}

export interface OverviewView {
  readonly transfers?: {
    readonly counted_since: string;
    readonly statuses: readonly StatusCountView[];
    readonly reasons: readonly ReasonCount[];
    readonly latest: readonly TransferSummaryView[];
    readonly figures?: FiguresView;
    readonly debit_returns?: DebitReturnsView;
  };
  readonly balance?: BalancesView;
  readonly attention: readonly AttentionCount[];
}

export interface TransfersOverview {
  readonly counts: TransferCounts;
  readonly reasons: readonly ReasonCount[];
  readonly latest: readonly TransferSummary[];
  /** Of the period, and of the one before where both were counted as a whole. */
  readonly figures: readonly [PeriodFigures, PeriodFigures | undefined] | undefined;
  readonly debitReturns: DebitReturns | undefined;
}

interface OverviewParts {
  readonly transfers: TransfersOverview | undefined;
  readonly balances: Balances | undefined;
  readonly attention: readonly AttentionCount[];
}

/** Parts that the caller may not see are left out. */
export function toOverviewView({ transfers, balances, attention }: OverviewParts): OverviewView {
  return {
    ...(transfers && { transfers: toTransfersView(transfers) }),
    ...(balances && { balance: toBalancesView(balances) }),
    attention,
  };
}

function toTransfersView({
  counts,
  reasons,
  latest,
  figures,
  debitReturns,
}: TransfersOverview): NonNullable<OverviewView['transfers']> {
  return {
    counted_since: counts.counted_since.toISOString(),
    statuses: counts.statuses.map((each) => ({ ...each, amount: toWire(each.amount) })),
    reasons,
    latest: latest.map((each) => ({
      ...each,
      amount: toWire(each.amount),
      created_at: each.created_at.toISOString(),
    })),
    ...(figures && { figures: toFiguresView(...figures) }),
    ...(debitReturns && {
      debit_returns: {
        ...debitReturns,
        counted_since: debitReturns.counted_since.toISOString(),
        limit: returnRateClasses.unauthorized.limit,
      },
    }),
  };
}

function toFiguresView({ series, totals }: PeriodFigures, before: PeriodFigures | undefined): FiguresView {
  return {
    series: series.map(({ at, ...each }) => ({ at: at.toISOString(), ...toWireFigures(each) })),
    totals: toWireFigures(totals),
    ...(before && { previous: toWireFigures(before.totals) }),
  };
}

function toWireFigures({ amount_out, amount_in, ...counts }: TransferFigures<bigint>): TransferFigures<number> {
  return { ...counts, amount_out: toWire(amount_out), amount_in: toWire(amount_in) };
}

function toBalancesView({ available, pending, reserved, updated_at }: Balances): BalancesView {
  return {
    available: toWire(available),
    pending: toWire(pending),
    reserved: toWire(reserved),
    currency: 'USD',
    updated_at: updated_at.toISOString(),
  };
}

const toWire = (cents: bigint) => Money.usd(cents).toWire();
