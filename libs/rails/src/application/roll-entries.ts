import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import { batchKeyOf, partsOfBatchKey } from '../domain/ach/batch-key.js';
import { nextCuts } from '../domain/ach-windows.js';
import type { Cut } from '../domain/ach-windows.js';
import type { Connection } from '../domain/connection.js';
import { cutoffOf } from '../domain/file-rules.js';
import { datesOf, directionOf, windowKey, windowOfKey } from '../domain/plan-entry.js';
import { railsMetrics } from './metrics.table.js';
import { Entries, OrderTimes } from './ports.js';
import type { WaitingWindow, OrderMoment, PostponedEntry, WaitingEntry } from './ports.js';
import { TenantWork } from './tenant-work.js';

/** Enough to find a window of any rail, over any holidays. */
const BANKING_DAYS = 5;

/** Moves entries that missed their window into the next one of their rail. Their acceptance says so. */
@Injectable()
export class RollEntries {
  constructor(
    private readonly entries: Entries,
    private readonly times: OrderTimes,
    private readonly tenantWork: TenantWork,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  async execute(connection: Connection, window: WaitingWindow): Promise<void> {
    for (const enterpriseId of window.enterprise_ids) {
      for (;;) {
        const rolled = await this.tenantWork.run(enterpriseId, () => this.rollSome(connection, window));
        if (rolled === 0) break;
        this.metrics.count(railsMetrics.payments_rails_rolled_total, { connection: connection.name }, rolled);
        this.log.warn('rails_entries_rolled', { enterprise_id: enterpriseId, reason: connection.name, count: rolled });
      }
    }
  }

  private async rollSome(connection: Connection, { window_key, rail }: WaitingWindow): Promise<number> {
    const [entries, moment] = await Promise.all([
      this.entries.lockWaiting({ connection: connection.name, window_key }),
      this.times.read(),
    ]);
    // In the sandbox a window ends before its banking instant.
    const from = new Date(Math.max(moment.at.getTime(), windowOfKey(window_key).getTime() + 1));
    const cut = nextCuts(connection, from, BANKING_DAYS).find((each) => each.rail === rail);
    if (cut === undefined) throw new Error(`${connection.name} has no window of ${rail}`);
    await this.entries.postpone(entries.map((entry) => postponed(entry, { connection, cut, moment })));
    return entries.length;
  }
}

interface Postponement {
  readonly connection: Connection;
  readonly cut: Cut;
  readonly moment: OrderMoment;
}

function postponed(entry: WaitingEntry, { connection, cut, moment }: Postponement): PostponedEntry {
  const { windowAt: window_at, effectiveDate: effective_date, settlesAt: settles_at } = cut;
  const graceMs = connection.timing.settlement_grace_minutes * MINUTE_MS;
  const times = { rail: entry.rail, window_at, effective_date, settles_at };
  const cut_at = moment.real(window_at);
  return {
    ...{ id: entry.id, window_at, effective_date, settles_at, cut_at, cutoff_at: cutoffOf(cut_at, connection) },
    settle_at: moment.real(new Date(settles_at.getTime() + graceMs), window_at),
    batch_key: batchKeyOf({ ...partsOfBatchKey(entry.batch_key), ...datesOf(times, connection) }),
    window_key: windowKey({ ...times, sec: entry.sec, direction: directionOf(entry) }, connection),
  };
}
