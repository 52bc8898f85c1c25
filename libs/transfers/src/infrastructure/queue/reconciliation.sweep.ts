import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Enterprises, Log, Metrics, Sweeps, workContext } from '@payments/platform';
import type { Sweep } from '@payments/platform';
import { Reconcile } from '../../application/reconcile.js';
import type { KeptBreak } from '../../application/reconcile.js';

const NAME = 'reconciliation';
const EVERY_MS = 10 * 60_000;

/** Has every enterprise reconciled once a day, and tells how many breaks stand open. */
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
      const tenant = await this.enterprises.get(id);
      const open = await workContext.run({ requestId: newId(), tenant, actor: NAME }, () => this.reconcileOne());
      for (const { kind } of open) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    this.metrics.forget('payments_reconciliation_breaks');
    for (const [kind, value] of counts) this.metrics.set('payments_reconciliation_breaks', { kind }, value);
  }

  // A report that cannot be had must not keep the other enterprises from theirs.
  private async reconcileOne(): Promise<KeptBreak[]> {
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
