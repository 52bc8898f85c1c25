import { Injectable } from '@nestjs/common';
import { Profiles } from '@payments/rails';
import { EnterpriseRails } from '../../application/enterprise-rails.js';
import type { OfferedRails } from '../../domain/rails.js';

const RAILS = ['ach', 'same_day_ach', 'rtp', 'fednow'] as const;

/** The rails that the connection of an enterprise carries by files and messages, with the windows of its bank. */
@Injectable()
export class ProfileRails extends EnterpriseRails {
  constructor(private readonly profiles: Profiles) {
    super();
  }

  of(enterpriseId: string): OfferedRails {
    const carriers = RAILS.flatMap((rail) => {
      const carrier = this.profiles.carrierOf(enterpriseId, rail);
      return carrier === undefined ? [] : [{ rail, connection: carrier.connection }];
    });
    return {
      carried: new Set(carriers.map(({ rail }) => rail)),
      schedule: {
        windows: carriers.flatMap(({ rail, connection }) =>
          connection.windows.filter((window) => window.rail === rail),
        ),
        // The longest lead suits every connection.
        leadMinutes: Math.max(0, ...carriers.map(({ connection }) => connection.timing.lead_minutes)),
      },
    };
  }
}
