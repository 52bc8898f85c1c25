import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Sweeps } from '@payments/messaging';
import { Log, Metrics, workContext } from '@payments/observability';
import { Enterprises, OtherEnvironmentError } from '@payments/persistence';
import type { Sweep } from '@payments/messaging';
import { transferMetrics } from '../../application/metrics.table.js';
import { Reconcile } from '../../application/reconcile.js';
import type { KeptBreak } from '../../application/reconcile.js';

const NAME = 'reconciliation';
const EVERY_MS = 10 * 60_000;

/** Reconciles every enterprise once a day, and reports how many breaks are open. */
@Injectable()
@Sweeps({ name: NAME })
export class ReconciliationSweep implements Sweep {
  private nextRoundAt = performance.now() + EVERY_MS;

  constructor(
    private readonly reconcile: Reconcile,
    private readonly enterprises: Enterprises,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  async sweep(): Promise<boolean> {
    if (performance.now() < this.nextRoundAt) return false;
    this.nextRoundAt = performance.now() + EVERY_MS;
    await this.round();
    return false;
  }

  async round(): Promise<void> {
    const counts = new Map<string, number>();
    for (const id of await this.enterprises.ids()) {
      for (const { kind } of await this.reconcileOne(id)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    this.metrics.forget(transferMetrics.payments_reconciliation_breaks);
    for (const [kind, value] of counts)
      this.metrics.set(transferMetrics.payments_reconciliation_breaks, { kind }, value);
  }

  // An enterprise that this deployment does not serve must not block the others. Any other failure ends the round, so that
  // the gauge keeps its last value.
  private async reconcileOne(enterprise_id: string): Promise<KeptBreak[]> {
    try {
      const tenant = await this.enterprises.get(enterprise_id);
      return await workContext.run({ requestId: newId(), tenant, actor: NAME }, () => this.openBreaks());
    } catch (error) {
      if (!(error instanceof OtherEnvironmentError)) throw error;
      this.log.error('reconciliation_failed', { enterprise_id, error });
      return [];
    }
  }

  // Open breaks stay open if the report is unavailable.
  private async openBreaks(): Promise<KeptBreak[]> {
    try {
      await this.reconcile.executeDaily();
    } catch (error) {
      this.log.error('reconciliation_failed', { error });
    }
    const open = await this.reconcile.openBreaks();
    if (open.length > 0) this.log.warn('reconciliation_breaks_open', { count: open.length });
    return open;
  }
}
