import { Injectable } from '@nestjs/common';
import { Sweeps } from '@payments/platform';
import type { Sweep } from '@payments/platform';
import { ExpireEvents } from '../../application/expire-events.js';

/** Has old events removed, beside everything else: there is never more to do at once. */
@Injectable()
@Sweeps({ name: 'event-retention' })
export class EventRetentionSweep implements Sweep {
  constructor(private readonly expireEvents: ExpireEvents) {}

  async sweep(): Promise<boolean> {
    await this.expireEvents.execute();
    return false;
  }
}
