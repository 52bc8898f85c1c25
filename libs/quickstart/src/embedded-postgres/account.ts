import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** User and group ids of the account that the server runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * The account for the server when this process is root, because Postgres refuses to run as root: `postgres` when it
 * exists, else `nobody`. `undefined` for an ordinary user: the server then runs as that user.
 * @throws EmbeddedPostgresError when neither account exists.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of CANDIDATES) {
    const fields = accounts.find(([user]) => user === name);
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (fields && uid !== 0 && Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and neither account "postgres" nor "nobody" exists; run as another user, or set DATABASE_URL',
  );
}

/** Runs a shell test as the account, with the paths as $1, $2, …; true when it succeeds. */
export function succeedsAs(account: Account, test: string, ...paths: string[]): boolean {
  const result = spawnSync('/bin/sh', ['-c', test, 'sh', ...paths], { ...account, cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}

/**
 * Creates a directory that only we can read, if it is missing. As root its group is that of the server account, which may
 * pass through (0710) to its own directory inside; for an ordinary user it is 0700. Existing ones stay as they are.
 */
export function makePrivateDirectory(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  const account = serverAccount();
  if (!account) return;
  chownSync(path, 0, account.gid);
  chmodSync(path, 0o710);
}
