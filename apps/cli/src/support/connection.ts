import { existsSync } from 'node:fs';
import { PaymentsClient } from '@payments/client';
import { DataDir, readJson } from '@payments/quickstart';
import { CliError, UsageError } from './cli.error.js';

interface KeptCredentials {
  readonly base_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly api_key: string;
}

/**
 * A client of a running service, with the credentials that `npm start` keeps, or with those of a file that
 * `payments enterprise create --json` wrote.
 * @throws CliError when there are none
 */
export function connect(file?: string): PaymentsClient {
  const { path, credentials } = new DataDir(process.env);
  if (file !== undefined && !existsSync(file))
    throw new UsageError(`--credentials: file ${file} does not exist; check the path`);
  const { base_url, client_id, client_secret, api_key } = readJson<KeptCredentials>(file ?? credentials) ?? {};
  if (base_url === undefined || client_id === undefined || client_secret === undefined) {
    throw new CliError(
      file === undefined
        ? `no credentials in ${path}; run "npm start" first, or set DATA_DIR to its directory`
        : `--credentials: ${file} must have base_url, client_id and client_secret; use the output of "enterprise create --json"`,
    );
  }
  return new PaymentsClient({
    baseUrl: base_url,
    clientId: client_id,
    clientSecret: client_secret,
    ...(api_key !== undefined && { apiKey: api_key }),
  });
}
