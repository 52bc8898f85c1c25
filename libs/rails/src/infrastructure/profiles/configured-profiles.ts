import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { Profiles } from '../../application/ports.js';
import type { Company, Connection } from '../../domain/connection.js';
import type { OrderRail } from '../../domain/entry-state.js';
import { readProfiles } from './read-profiles.js';

/** The connections of BANKS_FILE; none if the service sends no files. */
@Injectable()
export class ConfiguredProfiles extends Profiles {
  readonly connections: readonly Connection[];
  private readonly byName: ReadonlyMap<string, Connection>;
  private readonly carriers = new Map<string, { readonly connection: Connection; readonly company: Company }>();

  /** @throws ConfigError when a profile has faults. */
  constructor(@Inject(CONFIG) { processor, banksFile }: Pick<Config, 'processor' | 'banksFile'>) {
    super();
    this.connections = processor.kind === 'bank' && banksFile !== undefined ? readProfiles(banksFile) : [];
    this.byName = new Map(this.connections.map((connection) => [connection.name, connection]));
    for (const connection of this.connections) {
      const rails = Object.entries(connection.rails).filter(([, carrier]) => carrier === 'ach' || carrier === 'iso');
      for (const company of connection.companies) {
        for (const [rail] of rails) this.carriers.set(`${company.enterprise_id}/${rail}`, { connection, company });
      }
    }
  }

  named(name: string): Connection {
    const connection = this.byName.get(name);
    if (connection === undefined) throw new Error(`BANKS_FILE has no connection ${name} any more; add it again`);
    return connection;
  }

  carrierOf(enterpriseId: string, rail: OrderRail) {
    return this.carriers.get(`${enterpriseId}/${rail}`);
  }
}
