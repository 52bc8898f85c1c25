/** Transfers that were created in a time, and what became of them since. */
export interface TransferFigures<Amount> {
  readonly created: number;
  /** Accepted by the network, and not failed since. */
  readonly completed: number;
  /** Those of the completed ones whose hold has ended, too. */
  readonly settled: number;
  readonly failed: number;
  /** Those of the failed ones that a bank returned. */
  readonly returned: number;
  /** The sum of the completed transfers to accounts, in cents. */
  readonly amount_out: Amount;
  /** The sum of the completed transfers from accounts, in cents. */
  readonly amount_in: Amount;
  /** Seconds from creation to completion, which half of the completed transfers did not exceed. */
  readonly p50_s?: number;
  readonly p95_s?: number;
  /** Speeds without a transfer are left out. */
  readonly speeds: readonly SpeedFigures[];
}

export interface SpeedFigures {
  readonly speed: string;
  readonly created: number;
  readonly completed: number;
  readonly p50_s?: number;
  readonly p95_s?: number;
}

export const figureSteps = ['hour', 'day'] as const;

export type FigureStep = (typeof figureSteps)[number];

/** From `since` on, before `until`. */
export interface Period {
  readonly since: Date;
  readonly until: Date;
}

/** The newest 10,000 transfers of a period. */
export interface PeriodFigures {
  /** Transfers since then are counted: since the beginning of the period, or later if there are too many. */
  readonly counted_since: Date;
  readonly totals: TransferFigures<bigint>;
  /** Oldest first; steps without a transfer are left out. */
  readonly series: readonly (TransferFigures<bigint> & { readonly at: Date })[];
}

/** Debits of the last 60 days, and how many were returned as unauthorized, of which Nacha limits the share. */
export interface DebitReturns {
  /** Debits created since then are counted: of the newest 10,000 transfers. */
  readonly counted_since: Date;
  readonly debits: number;
  readonly unauthorized: number;
}

/** Reads the figures of the current tenant, in the current unit of work. */
export abstract class FiguresReader {
  /** @param step how long each part of the series is, from the beginning of the period on */
  abstract figures(period: Period, step: FigureStep): Promise<PeriodFigures>;
  abstract debitReturns(period: Period): Promise<DebitReturns>;
}

/** The period of the same length before. */
export function previous({ since, until }: Period): Period {
  return { since: new Date(2 * since.getTime() - until.getTime()), until: since };
}
