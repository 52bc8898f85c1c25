import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { GetAttention } from './get-attention.js';
import { toOverviewView } from './overview.view.js';
import type { OverviewView, TransfersOverview } from './overview.view.js';
import { PortalReader } from './ports.js';

const DAY_MS = 86_400_000;
const LATEST = 10;

/** The home page in one request: each part only if the caller's scopes show the same in the API. */
@Injectable()
export class GetOverview {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: PortalReader,
    private readonly attention: GetAttention,
    private readonly clock: Clock,
  ) {}

  /** @param startTime transfers created since then are counted; the last 24 hours if undefined */
  execute(scopes: ReadonlySet<string>, startTime?: Date): Promise<OverviewView> {
    const since = startTime ?? new Date(this.clock.now().getTime() - DAY_MS);
    // Concurrent statements of a read share one transaction and one round trip.
    return this.unitOfWork.read(async () => {
      const [transfers, balances, attention] = await Promise.all([
        scopes.has('read:transfers') ? this.transfers(since) : undefined,
        scopes.has('read:balances') ? this.reader.balances() : undefined,
        this.attention.execute(scopes),
      ]);
      return toOverviewView({ transfers, balances, attention });
    });
  }

  private async transfers(since: Date): Promise<TransfersOverview> {
    const [counts, reasons, latest] = await Promise.all([
      this.reader.transferCounts(since),
      this.reader.failureReasons(since),
      this.reader.latestTransfers(LATEST),
    ]);
    return { counts, reasons, latest };
  }
}
