import { Injectable } from '@nestjs/common';
import { Clock, RETURN_RATE_DAYS, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { FiguresReader, previous } from './figures.js';
import type { FigureStep, Period } from './figures.js';
import { GetAttention } from './get-attention.js';
import { toOverviewView } from './overview.view.js';
import type { OverviewView, TransfersOverview } from './overview.view.js';
import { PortalReader } from './ports.js';
import { Turns } from './turns.js';

const DAY_MS = 86_400_000;
const LATEST = 10;
const TURN_MS = 1_000;

export interface OverviewRequest {
  /** Transfers created from then on are counted; 24 hours before `end_time` if undefined. */
  readonly start_time?: Date;
  /** Transfers created before then are counted; now if undefined. */
  readonly end_time?: Date;
  /** The figures of the period are told by such steps; not at all if undefined. */
  readonly step?: FigureStep;
}

/** The home page in one request: each part only if the caller's scopes show the same in the API. */
@Injectable()
export class GetOverview {
  private readonly turns = new Turns<OverviewView>(TURN_MS);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: PortalReader,
    private readonly figures: FiguresReader,
    private readonly attention: GetAttention,
    private readonly clock: Clock,
  ) {}

  /** Every change is followed by a request of each open portal: those of users with the same scopes are answered together. */
  execute(scopes: ReadonlySet<string>, request: OverviewRequest = {}): Promise<OverviewView> {
    const key = JSON.stringify([workContext.enterpriseId(), [...scopes].sort(), request]);
    return this.turns.execute(key, () => this.read(scopes, request));
  }

  private read(scopes: ReadonlySet<string>, { start_time, end_time, step }: OverviewRequest): Promise<OverviewView> {
    const until = end_time ?? this.clock.now();
    const period = { since: start_time ?? new Date(until.getTime() - DAY_MS), until };
    // Concurrent statements of a read share one transaction and one round trip.
    return this.unitOfWork.read(async () => {
      const [transfers, balances, attention] = await Promise.all([
        scopes.has('read:transfers') ? this.transfers(period, step) : undefined,
        scopes.has('read:balances') ? this.reader.balances() : undefined,
        this.attention.execute(scopes),
      ]);
      return toOverviewView({ transfers, balances, attention });
    });
  }

  private async transfers(period: Period, step: FigureStep | undefined): Promise<TransfersOverview> {
    const [counts, reasons, latest, figures, debitReturns] = await Promise.all([
      this.reader.transferCounts(period),
      this.reader.failureReasons(period),
      this.reader.latestTransfers(LATEST),
      step && this.compared(period, step),
      step &&
        this.figures.debitReturns({
          since: new Date(this.clock.now().getTime() - RETURN_RATE_DAYS * DAY_MS),
          until: this.clock.now(),
        }),
    ]);
    return { counts, reasons, latest, figures, debitReturns };
  }

  // A period of which only the newest transfers are counted compares with nothing.
  private async compared(period: Period, step: FigureStep): Promise<NonNullable<TransfersOverview['figures']>> {
    const periods = [period, previous(period)];
    const [figures, before] = await Promise.all(periods.map((each) => this.figures.figures(each, step)));
    const isWhole = [figures!, before!].every((each, at) => each.counted_since <= periods[at]!.since);
    return [figures!, isWhole ? before : undefined];
  }
}
