import type { INestApplicationContext } from '@nestjs/common';
import { ConfigError, loadConfig } from '@payments/config';
import { type Connection, Profiles, readProfiles } from '@payments/rails';
import { namesNothing } from '../cli.error.js';

/** The connections of BANKS_FILE, or the named one. @throws ConfigError, UsageError */
export function bankConnections(name?: string): Connection[] {
  const { banksFile } = loadConfig(process.env);
  if (banksFile === undefined) {
    throw new ConfigError(
      'BANKS_FILE: is not set; set it to the path of the bank profiles (docs/operate/bank-files.md)',
    );
  }
  return namedConnections(readProfiles(banksFile), name);
}

/** What is listed of a connection. One that BANKS_FILE has no more may be named as long as anything is. @throws UsageError */
export async function ofConnection<Row>(
  app: INestApplicationContext,
  name: string | undefined,
  listed: Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await listed;
  if (rows.length === 0) namedConnections(app.get(Profiles, { strict: false }).connections, name);
  return rows;
}

/** The connections, or the named one. @throws UsageError */
export function namedConnections(connections: readonly Connection[], name?: string): Connection[] {
  const found = connections.filter((connection) => name === undefined || connection.name === name);
  if (name === undefined || found.length > 0) return found;
  const names = connections.map((connection) => connection.name);
  throw namesNothing('--connection', 'connection has the name', { given: name, names, command: 'rails connections' });
}
