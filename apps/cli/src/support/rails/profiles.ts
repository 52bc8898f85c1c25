import { ConfigError, loadConfig } from '@payments/config';
import { type Connection, readProfiles } from '@payments/rails';
import { UsageError } from '../cli.error.js';

/** The connections of BANKS_FILE, or the named one. @throws ConfigError, UsageError */
export function bankConnections(name?: string): Connection[] {
  const { banksFile } = loadConfig(process.env);
  if (banksFile === undefined) {
    throw new ConfigError(
      'BANKS_FILE: is not set; set it to the path of the bank profiles (docs/operate/bank-files.md)',
    );
  }
  const connections = readProfiles(banksFile);
  if (name === undefined) return connections;
  const found = connections.filter((connection) => connection.name === name);
  if (found.length > 0) return found;
  throw new UsageError(
    `--connection: no connection has the name "${name}"; list them with 'payments rails connections'`,
  );
}
