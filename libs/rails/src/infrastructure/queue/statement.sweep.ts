import { Injectable } from '@nestjs/common';
import { Clock, isBankingDay, MINUTE_MS, newYorkDate, newYorkInstant } from '@payments/kernel';
import { Sweeps } from '@payments/messaging';
import type { Sweep } from '@payments/messaging';
import { Log } from '@payments/observability';
import { Profiles } from '../../application/ports.js';
import { hasAllCash } from '../../application/statements/compare-ledger.js';
import { Breaks, type LastReconciliation, Statements } from '../../application/statements/ports.js';
import { ReconcileConnection } from '../../application/statements/reconcile-connection.js';
import type { Connection } from '../../domain/connection.js';

const EVERY_MS = 5_000;
/** By then each banking day's statement should have come. */
const DAILY_AT = '11:00';
/** What is open may be explained by what comes later. */
const AGAIN_MS = 30 * MINUTE_MS;
/** The first balance is certain as soon as nothing moves while it is read. */
const FIRST_AGAIN_MS = MINUTE_MS;

/** Compares a connection some minutes after each statement, once a banking day, and again while there are breaks. */
@Injectable()
@Sweeps({ name: 'rails-reconcile' })
export class StatementSweep implements Sweep {
  private nextRoundAt = -Infinity;

  constructor(
    private readonly profiles: Profiles,
    private readonly statements: Statements,
    private readonly breaks: Breaks,
    private readonly reconcile: ReconcileConnection,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async sweep(): Promise<boolean> {
    if (performance.now() < this.nextRoundAt) return false;
    this.nextRoundAt = performance.now() + EVERY_MS;
    for (const connection of this.profiles.connections) {
      try {
        await this.look(connection);
      } catch (error) {
        this.log.warn('rails_work_failed', { reason: `reconcile ${connection.name}`, error });
      }
    }
    return false;
  }

  private async look(connection: Connection): Promise<void> {
    if (!(await this.isDue(connection))) return this.reconcile.derive(connection);
    const reconciled = await this.reconcile.execute(connection);
    if (reconciled !== undefined && reconciled.breaks.length > 0) {
      this.log.warn('rails_breaks_open', { reason: connection.name, count: reconciled.breaks.length });
    }
  }

  private async isDue(connection: Connection): Promise<boolean> {
    const { name, statements } = connection;
    const now = this.clock.now();
    const before = new Date(now.getTime() - statements.reconcile_after_minutes * MINUTE_MS);
    if (await this.statements.isDue(name, before)) return true;
    const last = await this.breaks.last(name);
    if (last === undefined) return false;
    const ago = now.getTime() - last.finished_at.getTime();
    if (this.isUnproven(connection, last) && ago >= FIRST_AGAIN_MS) return true;
    const today = newYorkDate(now);
    const dueAt = newYorkInstant(today, DAILY_AT);
    if (isBankingDay(today) && now >= dueAt && last.finished_at < dueAt) return true;
    const [open] = await this.breaks.open({ connection: name }, 1);
    return open !== undefined && ago >= AGAIN_MS;
  }

  private isUnproven(connection: Connection, { opening }: LastReconciliation): boolean {
    return opening === null && hasAllCash(connection, this.profiles.connections);
  }
}
