import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Sweeps } from '@payments/messaging';
import { Log, workContext } from '@payments/observability';
import { Enterprises, Transactions } from '@payments/persistence';
import type { Sweep } from '@payments/messaging';
import { PublishEvents } from '../../application/publish-events.js';

const NAME = 'event-publication';

/** Publishes the new events of every enterprise, one enterprise after the other. */
@Injectable()
@Sweeps({ name: NAME })
export class EventPublicationSweep implements Sweep {
  constructor(
    private readonly transactions: Transactions,
    private readonly enterprises: Enterprises,
    private readonly publishEvents: PublishEvents,
    private readonly log: Log,
  ) {}

  async sweep(): Promise<boolean> {
    let more = false;
    for (const enterpriseId of await this.findUnpublished()) {
      more = (await this.publish(enterpriseId)) || more;
    }
    return more;
  }

  // The index behind this holds unpublished events only.
  private async findUnpublished(): Promise<string[]> {
    const rows = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<{ enterprise_id: string }>(
        `SELECT enterprise_id FROM platform.events WHERE position IS NULL GROUP BY enterprise_id`,
        [],
        'find-unpublished-events',
      ),
    );
    return rows.map(({ enterprise_id }) => enterprise_id);
  }

  // An enterprise whose publication fails must not delay the next ones.
  private async publish(enterpriseId: string): Promise<boolean> {
    try {
      const tenant = await this.enterprises.get(enterpriseId);
      const context = { requestId: newId(), tenant, actor: NAME };
      return await workContext.run(context, () => this.publishEvents.execute());
    } catch (error) {
      this.log.warn('publication_failed', { reason: NAME, error });
      return false;
    }
  }
}
