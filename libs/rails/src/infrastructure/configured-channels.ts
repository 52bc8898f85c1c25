import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Metrics } from '@payments/observability';
import { railsMetrics } from '../application/metrics.table.js';
import { Channels, SettlementAccounts } from '../application/ports.js';
import type { RemoteFiles } from '../application/ports.js';
import { ChannelError } from '../domain/channel-error.js';
import type { Connection } from '../domain/connection.js';
import { openRemoteFiles } from './open-remote-files.js';
import { readSecret } from './secrets.js';

/** Channels with the credentials that the profile names. */
@Injectable()
export class ConfiguredChannels extends Channels {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'variables'>,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  async open({ name, channel }: Connection): Promise<RemoteFiles> {
    let outcome: string = 'opened';
    try {
      return await openRemoteFiles(channel, { env: this.config.variables });
    } catch (error) {
      outcome = error instanceof ChannelError ? error.fault : 'failed';
      throw error;
    } finally {
      this.metrics.count(railsMetrics.payments_rails_connections_total, { connection: name, outcome });
    }
  }
}

@Injectable()
export class ConfiguredSettlementAccounts extends SettlementAccounts {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'variables'>) {
    super();
  }

  numberOf({ settlement_account }: Connection): string {
    return readSecret(settlement_account.account_number, this.config.variables).trim();
  }
}
