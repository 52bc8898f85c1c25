import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory, serverAccount, succeedsAs } from './account.js';
import type { Account } from './account.js';
import { copyBinaries, installedBinaries, program } from './binaries.js';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { runningPostmaster } from './postmaster.js';

/** The location of a cluster and its binaries. `home` is the data directory, or its replacement for root. */
export interface Place {
  readonly home: string;
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
}

/** For root, when the server account cannot access the data directory or node_modules. */
const SHARED_BASE = '/var/lib/payments-service';
const POINTER = 'location.txt';
/** Name of the lock in the data directory. */
export const LOCK_NAME = 'embedded-postgres.lock';
const CAN_RUN = '"$1" --version && test -r "$2"';

/**
 * Decides where the cluster of `dataDir` and the binaries live, and creates the directories. An ordinary user has all of
 * it in `dataDir`. As root, files that the server account cannot access go below /var/lib/payments-service, and
 * `dataDir/location.txt` names that path; no existing directory gets wider permissions for it.
 */
export function preparePlace(dataDir: string, log: (line: string) => void): Place {
  makePrivateDirectory(dataDir);
  const installed = installedBinaries();
  const fallback = serverAccount();
  if (!fallback) return ownPlace(dataDir, installed);
  const home = existingHome(dataDir) ?? newHome(dataDir, fallback, log);
  const cluster = join(home, 'cluster');
  const account = ownerOf(cluster) ?? fallback;
  return { home, cluster, binaries: reachableBinaries(installed, account), account };
}

function ownPlace(dataDir: string, binaries: Binaries): Place {
  const home = existingHome(dataDir) ?? dataDir;
  const cluster = join(home, 'cluster');
  const owner = ownerOf(cluster);
  if (owner && owner.uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      `the database in ${home} belongs to another user; run as that user, or set DATA_DIR to another directory`,
    );
  }
  return { home, cluster, binaries, account: undefined };
}

/** Root runs a cluster as the user who created it, so that its files keep their owner. */
function ownerOf(cluster: string): Account | undefined {
  const stat = statSync(cluster, { throwIfNoEntry: false });
  return stat && process.getuid ? { uid: stat.uid, gid: stat.gid } : undefined;
}

/** The home of an existing cluster: `dataDir`, or the path in its location.txt. */
export function existingHome(dataDir: string): string | undefined {
  const pointer = join(dataDir, POINTER);
  if (!existsSync(pointer)) return existsSync(join(dataDir, 'cluster')) ? dataDir : undefined;
  const home = readFileSync(pointer, 'utf8').split('\n')[0] ?? '';
  if (existsSync(join(home, 'cluster'))) return home;
  throw new EmbeddedPostgresError(
    `the database of ${dataDir} was in ${home}, which no longer exists; restore it, or delete the data directory to start with an empty database`,
  );
}

function newHome(dataDir: string, account: Account, log: (line: string) => void): string {
  openToAccount(dataDir, account);
  if (succeedsAs(account, 'cd "$1"', dataDir)) return dataDir;
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  const home = join(sharedBase(), hash);
  setAsideLeftover(home, log);
  makePrivateDirectory(home);
  log(`the server account cannot access ${dataDir}; the database is in ${home}`);
  return home;
}

/** Called once the cluster exists, so that a failed first start leaves no dangling pointer. */
export function rememberHome(dataDir: string, home: string): void {
  if (home === dataDir || existsSync(join(dataDir, POINTER))) return;
  const note = 'The line above is where the embedded Postgres of this directory stores its data, because its account\n';
  writeFileSync(
    join(dataDir, POINTER),
    `${home}\n\n${note}cannot access this directory. Delete both to start with an empty database.\n`,
  );
}

/** A data directory that contains only our lock becomes traversable for the group of the server account. */
function openToAccount(dataDir: string, account: Account): void {
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0 || readdirSync(dataDir).some((name) => !name.startsWith(LOCK_NAME))) return;
  if (gid !== account.gid) chownSync(dataDir, uid, account.gid);
  chmodSync(dataDir, 0o710);
}

/** Without a pointer the data directory was deliberately removed, so its old cluster must not be reused. */
function setAsideLeftover(home: string, log: (line: string) => void): void {
  if (!existsSync(home)) return;
  const running = runningPostmaster(join(home, 'cluster'));
  if (running) process.kill(running.pid, 'SIGINT');
  const aside = `${home}.old-${Date.now()}`;
  renameSync(home, aside);
  log(`an earlier database of this data directory was moved to ${aside}`);
}

function reachableBinaries(installed: Binaries, account: Account): Binaries {
  if (runsAs(installed, account)) return installed;
  const copy = copyBinaries(installed, sharedBase());
  if (runsAs(copy, account)) return copy;
  throw new EmbeddedPostgresError(
    `the bundled Postgres ${installed.version} does not run on this system; set DATABASE_URL to your own PostgreSQL server`,
  );
}

function runsAs(binaries: Binaries, account: Account): boolean {
  const catalogue = join(binaries.directory, 'share', 'postgresql', 'postgres.bki');
  return succeedsAs(account, CAN_RUN, program(binaries, 'postgres'), catalogue);
}

function sharedBase(): string {
  try {
    mkdirSync(SHARED_BASE, { recursive: true });
    chmodSync(SHARED_BASE, 0o755);
    return SHARED_BASE;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new EmbeddedPostgresError(
      `cannot write to ${SHARED_BASE} (${reason}); set DATA_DIR to a directory that every account can access, or set DATABASE_URL`,
    );
  }
}
