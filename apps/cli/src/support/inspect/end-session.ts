import type { Config } from '@payments/config';
import { connectToPrimary, isUnmigrated, loginUrl } from '@payments/persistence';
import { CliError, UsageError } from '../cli.error.js';

/** Ends a session, as the processes' login or as the owner if that is set. Returns what was done. @throws CliError */
export async function endSessionOf(config: Config, pid: number): Promise<string> {
  const login = await loginUrl(config);
  for (const url of [login, config.databaseAdminUrl]) {
    const ended = url === undefined ? undefined : await endAs(url, pid);
    if (ended === true) return `session ${pid} ended`;
    if (ended === false) throw new UsageError(`no session has the pid ${pid}; use one that 'inspect activity' shows`);
  }
  throw new CliError(`session ${pid} is of another login; end it as that login, or as a superuser`);
}

/** Undefined when the login may not. */
async function endAs(url: string, pid: number): Promise<boolean | undefined> {
  const client = await connectToPrimary(url);
  try {
    const { rows } = await client.query<{ ended: boolean }>(
      'SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE pid = $1',
      [pid],
    );
    return rows[0]?.ended ?? false;
  } catch (error) {
    if (isUnmigrated(error)) return undefined;
    throw error;
  } finally {
    await client.end();
  }
}
