import { spawnSync } from 'node:child_process';
import type { SpawnSyncOptions } from 'node:child_process';
import { userInfo } from 'node:os';

/** Where Debian's PostgreSQL is. */
export const POSTGRES = '/usr/lib/postgresql/15';

/** The account of its servers, which do not run as root. Undefined: ours. */
export const account = (() => {
  if (userInfo().uid !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString());
  return { uid: id('-u'), gid: id('-g') };
})();

/** @throws Error with what the program said, unless it succeeds */
export function run(program: string, args: readonly string[], options: SpawnSyncOptions): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (status === 0) return;
  throw new Error(`${program}: ${error?.message ?? ''}${String(stdout ?? '')}${String(stderr ?? '')}`.slice(0, 2_000));
}
