import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Channels, SettlementAccounts } from '../application/ports.js';
import type { RemoteFiles } from '../application/ports.js';
import type { Connection } from '../domain/connection.js';
import { openRemoteFiles } from './open-remote-files.js';
import { readSecret } from './secrets.js';

/** Channels with the credentials that the profile names. */
@Injectable()
export class ConfiguredChannels extends Channels {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'variables'>) {
    super();
  }

  open({ channel }: Connection): Promise<RemoteFiles> {
    return openRemoteFiles(channel, { env: this.config.variables });
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
