import { Injectable, Optional } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { Sweeps } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { Enterprises, Transactions } from '@payments/persistence';
import type { Sweep } from '@payments/messaging';
import { ScreeningRuns } from '../../application/screening.ports.js';
import { ScreeningLists } from '../rules/screening-lists.js';

const LOOK_EVERY_MS = 1_000;
const COMPARE_EVERY_MS = 5_000;

// One statement over all enterprises, however many there are.
const OTHERS = `
  SELECT enterprise_id, coalesce(run.list_placed_at >= $2, false) AS is_newer
  FROM platform.enterprises LEFT JOIN customers.screening_runs AS run USING (enterprise_id)
  WHERE run.list_digest IS DISTINCT FROM $1 ORDER BY enterprise_id`;

/**
 * Loads a new screening list, and puts it in force for every enterprise. Of two lists, the one whose files were installed
 * later is in force, so that workers with different files agree.
 */
@Injectable()
@Sweeps({ name: 'screening-list' })
export class ScreeningListSweep implements Sweep {
  private nextLookAt = 0;
  private nextCompareAt = 0;
  private wasOlder = false;

  constructor(
    private readonly runs: ScreeningRuns,
    private readonly unitOfWork: UnitOfWork,
    private readonly transactions: Transactions,
    private readonly enterprises: Enterprises,
    private readonly clock: Clock,
    @Optional() private readonly lists?: ScreeningLists,
  ) {}

  async sweep(): Promise<boolean> {
    if (this.lists === undefined || performance.now() < this.nextLookAt) return false;
    this.nextLookAt = performance.now() + LOOK_EVERY_MS;
    const isOther = await this.lists.refresh();
    if (isOther || performance.now() >= this.nextCompareAt) {
      this.nextCompareAt = performance.now() + COMPARE_EVERY_MS;
      await this.putInForce(this.lists);
    }
    return false;
  }

  private async putInForce(lists: ScreeningLists): Promise<void> {
    const { digest: list_digest, placedAt: list_placed_at } = lists.current;
    const others = await this.transactions.run({ role: 'maintenance' }, (transaction) =>
      transaction.query<{ enterprise_id: string; is_newer: boolean }>(OTHERS, [list_digest, list_placed_at]),
    );
    for (const { enterprise_id } of others.filter(({ is_newer }) => !is_newer)) {
      const tenant = await this.enterprises.get(enterprise_id);
      const begin = () => this.unitOfWork.run(() => this.runs.begin({ list_digest, list_placed_at }, this.clock.now()));
      await workContext.run({ requestId: newId(), tenant, actor: 'screening-list' }, begin);
    }
    // Twice in a row: workers load a new list within seconds of one another.
    const isOlder = others.some(({ is_newer }) => is_newer);
    lists.supersede(isOlder && this.wasOlder);
    this.wasOlder = isOlder;
  }
}
