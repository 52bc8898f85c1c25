import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { interval, Transactions } from '@payments/persistence';

/** How long a worker that does not come back keeps its turn. */
const TURN_MS = 90_000;
const RENEW_AFTER_MS = TURN_MS / 3;

/** Gives the rounds that every worker could do to one worker at a time. Another has the turn when the first is gone. */
@Injectable()
export class SweepTurns {
  private readonly holder = newId();
  private readonly renewAt = new Map<string, number>();

  constructor(private readonly transactions: Transactions) {}

  /** Whether this worker has the turn, which it keeps as long as it asks again in time. */
  async holds(sweep: string): Promise<boolean> {
    if (performance.now() < (this.renewAt.get(sweep) ?? 0)) return true;
    const renewAt = performance.now() + RENEW_AFTER_MS;
    const held = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query(
        `INSERT INTO platform.sweep_turns AS turn (sweep, holder, held_until)
         VALUES ($1, $2, now() + ${interval('$3::float8')})
         ON CONFLICT (sweep) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
           WHERE turn.holder = excluded.holder OR turn.held_until <= excluded.held_until - ${interval('$3::float8')}
         RETURNING sweep`,
        [sweep, this.holder, TURN_MS],
        'take-sweep-turn',
      ),
    );
    if (held.length > 0) this.renewAt.set(sweep, renewAt);
    else this.renewAt.delete(sweep);
    return held.length > 0;
  }
}
