import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { localUrl } from '@payments/config';
import type { Config } from '@payments/config';
import { readJson, writePrivateJson } from '@payments/quickstart';
import type { DataDir, StartPlace } from '@payments/quickstart';
import type { Credentials } from '../../support/enterprise.js';
import { say } from '../../support/terminal.js';

const SEED = {
  name: 'Sandbox Enterprise',
  requireApiKey: false,
  customerRequirements: 'at_transfer',
  uniqueAccountDetails: false,
} as const;

const UNAUTHORIZED = 401;
const REQUEST_MS = 5_000;

/**
 * The credentials of the sandbox enterprise: those of the first start, with the addresses of this start, which become the
 * token issuer of an unshared database. They are created in DATA_DIR/credentials.json if missing. `undefined` in
 * production, where nothing is seeded.
 */
export async function ensureCredentials(
  config: Config,
  { dataDir, ownsDatabase }: StartPlace,
): Promise<Credentials | undefined> {
  if (config.environment !== 'sandbox') return undefined;
  const known = readJson<Credentials>(dataDir.credentials);
  if (!isComplete(known)) return newCredentials(config, dataDir);
  const hasMoved = known.base_url !== config.publicBaseUrl || known.vault_url !== config.publicVaultUrl;
  if (hasMoved && ownsDatabase) {
    const { recordIssuer } = await import('../../support/issuer.js');
    await recordIssuer(config);
  }
  return keep(config, dataDir, known);
}

/**
 * Tries the credentials on the running api. Those of another database (DATABASE_URL was changed) are set aside, and
 * new ones are created for this one.
 */
export async function proveCredentials(config: Config, dataDir: DataDir, known: Credentials): Promise<Credentials> {
  const { client_id, client_secret } = known;
  const response = await fetch(`${localUrl(config.host, config.port)}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
    signal: AbortSignal.timeout(REQUEST_MS),
  }).catch(() => undefined);
  await response?.body?.cancel();
  if (response?.status !== UNAUTHORIZED) return known;
  const aside = dataDir.credentials.replace(/json$/, `${Date.now()}.json`);
  renameSync(dataDir.credentials, aside);
  say(
    `the credentials of an earlier start do not match this database; they were moved to ${aside}, and new ones were created`,
  );
  return newCredentials(config, dataDir);
}

/** Those of a new enterprise, which take the place of any others in DATA_DIR/credentials.json. */
export async function newCredentials(config: Config, dataDir: DataDir): Promise<Credentials> {
  return keep(config, dataDir, await seed(config));
}

function keep(config: Config, dataDir: DataDir, credentials: Credentials): Credentials {
  const current = { ...credentials, base_url: config.publicBaseUrl, vault_url: config.publicVaultUrl };
  writePrivateJson(dataDir.credentials, current);
  return current;
}

async function seed(config: Config): Promise<Credentials> {
  // Loaded on the first start only: the whole application is needed to make an enterprise.
  const { createEnterprise, isNameTaken } = await import('../../support/enterprise.js');
  try {
    return await createEnterprise(config, SEED);
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    // The database has one from a deleted data directory, and its secrets cannot be recovered.
    return createEnterprise(config, { ...SEED, name: `${SEED.name} ${randomBytes(3).toString('hex')}` });
  }
}

function isComplete(known: Partial<Credentials> | undefined): known is Credentials {
  return Boolean(known?.enterprise_id && known.client_id && known.client_secret && known.user);
}
