import type { Config } from '@payments/config';
import { ConfigError, loadKeyRing, loginOf, withLogin } from '@payments/config';
import { Secrets } from '../crypto/secrets.js';
import { connectToPrimary } from './postgres-client.js';
import { DEFAULT_LOGIN } from './roles.js';

/** Injection token of the URL that the processes connect to. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/** Injection token of the URL with persistent sessions, which LISTEN needs: it bypasses any pooler. */
export const DIRECT_DATABASE_URL = Symbol('DIRECT_DATABASE_URL');

const CONNECT_TIMEOUT_MS = 5_000;
/** Of an error that says that all connections are taken. */
const NO_ROOM = '53300';

/**
 * The owner's URL and the processes' login, as `migrate` needs them. With DATABASE_ADMIN_URL and DATABASE_URL
 * both set, they are these two. With only one of them, it is the owner's, and `migrate` creates the login,
 * with a password derived from the key ring's pepper.
 * @throws ConfigError when neither is set.
 */
export function databaseUrls(config: Config): { readonly admin: string; readonly app: string } {
  const { databaseUrl, databaseAdminUrl } = config;
  const admin = databaseAdminUrl ?? databaseUrl;
  if (admin === undefined) {
    throw new ConfigError(
      'DATABASE_URL: is not set; set it to a PostgreSQL database, or use npm start, which includes one',
    );
  }
  if (databaseUrl !== undefined && databaseAdminUrl !== undefined) return { admin, app: databaseUrl };
  return { admin, app: derivedLogin(config, admin) };
}

/**
 * The URL that a process connects to. A DATABASE_URL alone may be the owner's (one URL for everything) or
 * that of a plain login (the owner's is hidden from the processes); the database knows which.
 * @throws ConfigError when the database cannot be queried.
 */
export async function loginUrl(config: Config): Promise<string> {
  const { admin, app } = databaseUrls(config);
  if (config.databaseAdminUrl !== undefined || loginOf(admin).username === DEFAULT_LOGIN) {
    return config.databaseUrl ?? app;
  }
  return (await isOwner(admin)) ? app : admin;
}

/** DATABASE_DIRECT_URL with the login of the processes; the processes' own URL without one. */
export function directUrl({ databaseDirectUrl }: Config, login: string): string {
  if (databaseDirectUrl === undefined) return login;
  return withLogin(databaseDirectUrl, loginOf(login));
}

function derivedLogin(config: Config, owner: string): string {
  const password = new Secrets(loadKeyRing(config)).databasePassword(DEFAULT_LOGIN);
  return withLogin(owner, { username: DEFAULT_LOGIN, password });
}

async function isOwner(url: string): Promise<boolean> {
  try {
    const client = await connectToPrimary(url, CONNECT_TIMEOUT_MS);
    try {
      const { rows } = await client.query<{ owner: boolean }>(
        `SELECT rolsuper OR rolcreaterole AS owner FROM pg_roles WHERE rolname = current_user`,
      );
      return rows[0]?.owner ?? false;
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    throw unreachable(error);
  }
}

/** The error message if the database lacks what this release needs. */
export function unmigrated(error: unknown): ConfigError {
  const { message } = error as Error;
  const failure = new ConfigError(
    `DATABASE_URL: the database is not, or not entirely, migrated to this release (${message}); run 'payments migrate'`,
  );
  return Object.assign(failure, { cause: error });
}

/** The error message if DATABASE_URL leads to no database. */
export function unreachable(error: unknown): ConfigError {
  const { code, message } = error as NodeJS.ErrnoException;
  // A name with several addresses fails with an aggregate error without a message.
  const remedy =
    code === NO_ROOM
      ? 'raise max_connections, or stop another process'
      : "check the URL and the login, which 'payments migrate' creates";
  const failure = new ConfigError(`DATABASE_URL: cannot connect (${message || code}); ${remedy}`);
  return Object.assign(failure, { cause: error });
}
