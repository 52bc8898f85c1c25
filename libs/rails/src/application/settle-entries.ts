import { Injectable } from '@nestjs/common';
import { Metrics } from '@payments/observability';
import type { Connection } from '../domain/connection.js';
import { idsByInstant } from './by-instant.js';
import { railsMetrics } from './metrics.table.js';
import { Entries, Files, RailResults } from './ports.js';
import type { SentEntry } from './ports.js';
import { TenantWork } from './tenant-work.js';

const AT_MOST = 1_000;

/**
 * Presumes accepted entries settled once their settlement time and the grace period have passed without a return: ACH has
 * no message that says so.
 */
@Injectable()
export class SettleEntries {
  constructor(
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly results: RailResults,
    private readonly tenantWork: TenantWork,
    private readonly metrics: Metrics,
  ) {}

  async execute({ name, settle_on }: Connection): Promise<void> {
    if (settle_on !== 'presumed') return;
    const enterpriseIds = await this.files.enterprisesToSettle(name);
    if (enterpriseIds.length === 0) return;
    // The bank refused them after it had accepted them; an operator decides what becomes of their entries.
    const refused = await this.files.list({ connection: name, states: ['refused'] }, AT_MOST);
    const except = refused.map(({ id }) => id);
    for (const enterpriseId of enterpriseIds) {
      for (let settled = -1; settled !== 0;) {
        settled = await this.tenantWork.run(enterpriseId, () => this.settleSome(name, except));
        const labels = { connection: name, state: 'settled' };
        this.metrics.count(railsMetrics.payments_rails_entries_total, labels, settled);
      }
    }
  }

  private async settleSome(connection: string, exceptFiles: readonly string[]): Promise<number> {
    const entries = await this.entries.lockToSettle(connection, exceptFiles);
    for (const { at, ids } of idsByInstant(entries, settledAt)) {
      await this.entries.move(ids, { to: 'settled', at });
    }
    await this.results.record(
      entries.map((entry) => ({
        ...{ key: `${entry.trace}-${entry.epoch}-s`, end_to_end_id: entry.end_to_end_id, kind: 'settled', code: null },
        ...{ trace: entry.trace, occurred_at: settledAt(entry) },
      })),
    );
    return entries.length;
  }
}

/** Never before its acceptance, even if that came late. */
function settledAt({ settles_at, occurred_at }: SentEntry): Date {
  return settles_at > occurred_at ? settles_at : occurred_at;
}
