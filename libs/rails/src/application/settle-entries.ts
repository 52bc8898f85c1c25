import { Injectable } from '@nestjs/common';
import { Metrics } from '@payments/observability';
import type { Connection } from '../domain/connection.js';
import { resultKey } from '../domain/result-key.js';
import { idsByInstant } from './by-instant.js';
import { railsMetrics } from './metrics.table.js';
import { Entries, Files } from './ports.js';
import type { SentEntry } from './ports.js';
import { RecordResults } from './record-results.js';
import { TenantWork } from './tenant-work.js';

const AT_MOST = 1_000;

/**
 * Presumes accepted entries settled once their settlement time and the grace period have passed without a return: ACH has
 * no message that says so. With `settle_on: statement` they settle once a statement confirms their posting; instant ones
 * do so in any case, unless a status was faster.
 */
@Injectable()
export class SettleEntries {
  constructor(
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly results: RecordResults,
    private readonly tenantWork: TenantWork,
    private readonly metrics: Metrics,
  ) {}

  async execute({ name, settle_on, companies, rails }: Connection): Promise<void> {
    // Not every bank reports the final status of an instant payment, but every one books it.
    if (settle_on === 'statement' || rails.rtp === 'iso' || rails.fednow === 'iso') {
      const kinds = settle_on === 'statement' ? 'all' : 'instant';
      const settle = () => this.settle(() => this.entries.lockConfirmed(name, kinds));
      // A profile may be written before its enterprise exists.
      const served = new Set(await this.tenantWork.enterpriseIds());
      const own = companies.filter(({ enterprise_id }) => served.has(enterprise_id));
      for (const { enterprise_id } of own) await this.settleAll(name, enterprise_id, settle);
    }
    if (settle_on === 'statement') return;
    const enterpriseIds = await this.files.enterprisesToSettle(name);
    if (enterpriseIds.length === 0) return;
    // The bank refused them after it had accepted them; an operator decides what becomes of their entries.
    const refused = await this.files.list({ connection: name, states: ['refused'] }, AT_MOST);
    const except = refused.map(({ id }) => id);
    const settle = () => this.settle(() => this.entries.lockToSettle(name, except));
    for (const enterpriseId of enterpriseIds) await this.settleAll(name, enterpriseId, settle);
  }

  private async settleAll(connection: string, enterpriseId: string, settle: () => Promise<number>): Promise<void> {
    for (let settled = -1; settled !== 0;) {
      settled = await this.tenantWork.run(enterpriseId, settle);
      this.metrics.count(railsMetrics.payments_rails_entries_total, { connection, state: 'settled' }, settled);
    }
  }

  private async settle(lock: () => Promise<SentEntry[]>): Promise<number> {
    const entries = await lock();
    for (const { at, ids } of idsByInstant(entries, settledAt)) {
      await this.entries.move(ids, { to: 'settled', at });
    }
    await this.results.execute(
      entries.map((entry) => ({
        ...{ key: resultKey(entry, 's'), end_to_end_id: entry.end_to_end_id, kind: 'settled', code: null },
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
