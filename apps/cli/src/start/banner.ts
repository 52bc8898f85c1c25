import type { Config } from '@payments/platform';
import { credentialRows } from '../commands/enterprise.js';
import type { DataDir } from '../data-dir.js';
import type { Credentials } from '../enterprise.js';
import { columns, paint } from '../terminal.js';

const API_VERSION = 'v2022-09-21';

/** What a person needs once the service runs: addresses, credentials, and a first request to paste. */
export function banner(config: Config, dataDir: DataDir, credentials: Credentials | undefined): string {
  const addresses: [string, string][] = [
    ['API', config.publicBaseUrl],
    ['vault', config.publicVaultUrl],
    ['metrics', `http://localhost:${config.metricsPort}/metrics`],
    ['data', `${dataDir.path} (logs in logs/, credentials in credentials.json)`],
  ];
  const parts = [columns(addresses)];
  if (credentials) {
    const rows = credentialRows(credentials).filter(([name]) => !name.endsWith('_url'));
    parts.push(columns(rows), `${paint('bold', 'First request')}\n\n${firstRequest(credentials)}`);
  }
  return `\n${parts.join('\n\n')}\n\n${paint('dim', 'Ctrl-C stops everything.')}\n\n`;
}

/** Two shell lines: a token, then the list of transfers with it. */
export function firstRequest({ base_url, client_id, client_secret }: Credentials): string {
  const body = JSON.stringify({ client_id, client_secret });
  const token = `curl -s ${base_url}/oauth/token -H 'Content-Type: application/json' -d '${body}'`;
  const pick = `sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`;
  const list = `curl -s ${base_url}/deliver/transfers -H "Authorization: Bearer $TOKEN"`;
  return `TOKEN=$(${token} | ${pick})\n${list} -H 'Service-Version: ${API_VERSION}'`;
}
