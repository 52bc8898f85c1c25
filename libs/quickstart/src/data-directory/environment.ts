import { existsSync } from 'node:fs';
import { runningEmbeddedPostgres } from '../embedded-postgres/index.js';
import { QuickstartError } from '../quickstart.error.js';
import { DataDir } from './data-dir.js';
import type { DatabasePasswords } from './data-dir.js';
import { readRun } from './run-file.js';

/** Name of the service's database in the embedded server. */
export const DATABASE = 'payments';
const LOGIN = 'payments_service';

/** The two URLs of the embedded database, derived from the superuser's URL. */
export function embeddedUrls(adminUrl: string, passwords: DatabasePasswords): Record<string, string> {
  const owner = new URL(adminUrl);
  owner.pathname = `/${DATABASE}`;
  const login = new URL(owner);
  login.username = LOGIN;
  login.password = passwords.login;
  return { DATABASE_ADMIN_URL: owner.href, DATABASE_URL: login.href };
}

/**
 * Completes the environment of a command with what a running `npm start` of the same DATA_DIR uses: DATABASE_URL and
 * DATABASE_ADMIN_URL of the embedded database, KEY_RING_FILE, and its addresses. Variables that are set stay unchanged.
 * @throws QuickstartError when DATABASE_URL is not set and no embedded database runs.
 */
export function resolveEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const dataDir = new DataDir(env);
  return { ...runningSettings(dataDir), ...keyRing(env, dataDir), ...setOnly(env), ...database(env, dataDir) };
}

function database(env: NodeJS.ProcessEnv, dataDir: DataDir): Record<string, string> {
  if (env['DATABASE_URL']) return {};
  const passwords = dataDir.passwords();
  const adminUrl = passwords && runningEmbeddedPostgres({ dataDir: dataDir.postgres, password: passwords.superuser });
  if (adminUrl) return embeddedUrls(adminUrl, passwords);
  const run = readRun(dataDir.run);
  throw new QuickstartError(
    run?.alive && !run.embedded
      ? `DATABASE_URL: is not set, but the service in ${dataDir.path} uses its own DATABASE_URL; set the same value here`
      : `the service is not running in ${dataDir.path}; run "npm start", set DATA_DIR to its directory, or set DATABASE_URL`,
  );
}

function keyRing(env: NodeJS.ProcessEnv, dataDir: DataDir): Record<string, string> {
  return !env['KEY_RING'] && existsSync(dataDir.keys) ? { KEY_RING_FILE: dataDir.keys } : {};
}

function runningSettings(dataDir: DataDir): Record<string, string> {
  const run = readRun(dataDir.run);
  if (!run?.alive) return {};
  const { api, vault, metrics } = run.ports;
  return {
    PORT: String(api),
    VAULT_PORT: String(vault),
    METRICS_PORT: String(metrics),
    PUBLIC_BASE_URL: run.base_url,
    PUBLIC_VAULT_URL: run.vault_url,
  };
}

/** An empty variable counts as unset, as in loadConfig. */
function setOnly(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
