import { Injectable } from '@nestjs/common';
import { Clock, RETURN_RATE_DAYS, UnitOfWork } from '@payments/kernel';
import { FiguresReader, previous } from './figures.js';
import type { FigureStep, Period } from './figures.js';
import { GetAttention } from './get-attention.js';
import { toOverviewView } from './overview.view.js';
import type { OverviewView, TransfersOverview } from './overview.view.js';
import { PortalReader } from './ports.js';

const DAY_MS = 86_400_000;
const LATEST = 10;

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
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: PortalReader,
    private readonly figures: FiguresReader,
    private readonly attention: GetAttention,
    private readonly clock: Clock,
  ) {}

  execute(scopes: ReadonlySet<string>, request: OverviewRequest = {}): Promise<OverviewView> {
    const until = request.end_time ?? this.clock.now();
    const since = request.start_time ?? new Date(until.getTime() - DAY_MS);
    // Concurrent statements of a read share one transaction and one round trip.
    return this.unitOfWork.read(async () => {
      const [transfers, balances, attention] = await Promise.all([
        scopes.has('read:transfers') ? this.transfers({ since, until }, request.step) : undefined,
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
