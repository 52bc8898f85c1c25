import { relative } from 'node:path';
import { isPortalServed } from '@payments/config';
import type { Config } from '@payments/config';
import type { DataDir } from '@payments/quickstart';
import type { Credentials } from '../../support/enterprise.js';
import { columns, paint } from '../../support/terminal.js';

const API_VERSION = 'v2022-09-21';

type Line = readonly [string, string];

/** What a person needs once the service runs: the addresses, the credentials file, the next steps. No secret. */
export function banner(config: Config, dataDir: DataDir, credentials: Credentials | undefined): string {
  const addresses: Line[] = [
    ['API', config.publicBaseUrl],
    ['vault', config.publicVaultUrl],
    ['metrics', `http://localhost:${config.metricsPort}/metrics`],
    ['data', `${dataDir.path} (logs in logs/)`],
  ];
  if (isPortalServed(config)) addresses.splice(1, 0, ['portal', `${config.publicBaseUrl}/portal`]);
  const next: Line[] = [[`${config.publicBaseUrl}/docs`, 'API reference, to read and to try']];
  const request: string[] = [];
  if (credentials) {
    addresses.push([
      'credentials',
      `${dataDir.credentials} (client, API key and portal user of ${credentials.enterprise_name})`,
    ]);
    next.push(['npm run demo', 'run it in another terminal: sends a payout and prints its signed events']);
    request.push(`${paint('bold', 'First request')}\n\n${firstRequest(dataDir, credentials)}`);
  } else {
    next.push(['npm run -s payments -- enterprise create --name NAME', 'create an enterprise and its credentials']);
  }
  const parts = [columns(addresses), ...request, `${paint('bold', 'Next')}\n\n${columns(next)}`];
  return `\n${parts.join('\n\n')}\n\n${paint('dim', 'Ctrl-C stops everything.')}\n\n`;
}

/** Shell lines: a token for the client in the credentials file, then the list of transfers with it. */
function firstRequest({ credentials }: DataDir, { base_url }: Credentials): string {
  const path = relative(process.cwd(), credentials);
  const file = path.startsWith('..') ? credentials : `./${path}`;
  return `TOKEN=$(node -e 'const c = require("${file}");
  fetch(c.base_url + "/oauth/token", { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_id: c.client_id, client_secret: c.client_secret }) })
    .then((response) => response.json()).then(({ access_token }) => console.log(access_token))')
curl -s ${base_url}/deliver/transfers -H "Authorization: Bearer $TOKEN" -H 'Service-Version: ${API_VERSION}'`;
}
