import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Clock } from '@payments/kernel';
import { isInMaintenance, Profiles } from '@payments/rails';
import type { Connection } from '@payments/rails';
import { EnterpriseRails } from '../../application/enterprise-rails.js';
import type { AchSchedule } from '../../domain/ach-windows.js';
import { fedAchRails } from '../../domain/rails.js';
import type { OfferedRails } from '../../domain/rails.js';
import { rails } from '../../domain/reason-codes.js';
import type { Rail } from '../../domain/reason-codes.js';

/** The rails that the connection of an enterprise carries, with the windows of its bank. */
@Injectable()
export class ProfileRails extends EnterpriseRails {
  private readonly fedAch: AchSchedule;

  constructor(
    private readonly profiles: Profiles,
    @Inject(CONFIG) { windowLeadMinutes }: Pick<Config, 'windowLeadMinutes'>,
    private readonly clock: Clock,
  ) {
    super();
    this.fedAch = fedAchRails(windowLeadMinutes).schedule;
  }

  of(enterpriseId: string): OfferedRails {
    const now = this.clock.now();
    const offers = rails.flatMap((rail) => {
      const connection = this.profiles.offering(enterpriseId, rail);
      // Messages leave at once, so the network would refuse them now. Accepted payments keep their rail, and wait.
      const isClosed = connection !== undefined && isInMaintenance(connection.maintenance, rail, now);
      return connection === undefined || isClosed ? [] : [{ rail, ...this.scheduleOf(rail, connection) }];
    });
    return {
      carried: new Set(offers.map(({ rail }) => rail)),
      schedule: {
        windows: offers.flatMap(({ windows }) => windows),
        // The longest lead suits every connection.
        leadMinutes: Math.max(0, ...offers.map(({ leadMinutes }) => leadMinutes)),
      },
    };
  }

  // A profile says when its bank takes files. A connector may have no such times but those of FedACH.
  private scheduleOf(rail: Rail, { windows, timing, rails }: Connection): AchSchedule {
    const own = windows.filter((window) => window.rail === rail);
    if (own.length > 0 || rails[rail] !== 'connector') return { windows: own, leadMinutes: timing.lead_minutes };
    const { leadMinutes } = this.fedAch;
    return { windows: this.fedAch.windows.filter((window) => window.rail === rail), leadMinutes };
  }
}
