import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, ConfigError } from '@payments/config';
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
  private readonly offered = new Map<string, { readonly connection: Connection; readonly company: Company }>();

  /** @throws ConfigError when a profile has faults, or leaves a rail to a connector that is not set. */
  constructor(@Inject(CONFIG) { processor, banksFile }: Pick<Config, 'processor' | 'banksFile'>) {
    super();
    this.connections = processor.kind === 'bank' && banksFile !== undefined ? readProfiles(banksFile) : [];
    if (processor.kind === 'bank' && processor.connector === undefined) refuseConnectors(this.connections);
    this.byName = new Map(this.connections.map((connection) => [connection.name, connection]));
    for (const connection of this.connections) {
      const rails = Object.entries(connection.rails).filter(([, carrier]) => carrier !== 'off');
      for (const company of connection.companies) {
        for (const [rail] of rails) this.offered.set(`${company.enterprise_id}/${rail}`, { connection, company });
      }
    }
  }

  named(name: string): Connection {
    const connection = this.byName.get(name);
    if (connection === undefined) throw new Error(`BANKS_FILE has no connection ${name} any more; add it again`);
    return connection;
  }

  carrierOf(enterpriseId: string, rail: OrderRail) {
    const found = this.offered.get(`${enterpriseId}/${rail}`);
    return found?.connection.rails[rail] === 'connector' ? undefined : found;
  }

  offering(enterpriseId: string, rail: OrderRail) {
    return this.offered.get(`${enterpriseId}/${rail}`)?.connection;
  }
}

function refuseConnectors(connections: readonly Connection[]): void {
  const lines = connections.flatMap(({ rails }, at) =>
    Object.entries(rails).flatMap(([rail, carrier]) =>
      carrier === 'connector'
        ? [
            `BANKS_FILE: connections[${at}].rails.${rail}: needs the bank connector; set PROCESSOR_URL and its token, or turn the rail off`,
          ]
        : [],
    ),
  );
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
}
