import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const SOURCES = [
  'apps',
  'libs',
  'migrations',
  'nest-cli.json',
  'package.json',
  ...['scripts/finish.mjs', 'scripts/boot.cjs'],
];
const NOT_BUILT = /[.-]spec\.ts$|[\\/]client[\\/]dist[\\/]/;
const installStamp = join(root, 'node_modules', '.payments-install');
const buildStamp = join(root, 'dist', '.payments-build');

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const forget = (path) => rmSync(path, { force: true });

/** What node_modules depends on: the lock file, the platform (native packages), and the major version of Node. */
function installKey() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return `${hash.digest('hex')} ${process.platform}-${process.arch} node${process.versions.node.split('.')[0]}\n`;
}

/** True when `npm ci` has to run. */
export function isInstallStale() {
  if (read(installStamp) === installKey()) return false;
  return !isInstalledByHand();
}

/** A person's own `npm ci` leaves no stamp of ours; npm's record of what it installed shows whether it fits. */
function isInstalledByHand() {
  if (existsSync(installStamp)) return false;
  const record = read(join(root, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  const wanted = Object.entries(JSON.parse(read(join(root, 'package-lock.json'))).packages).filter(([path]) => path);
  const fits = wanted.every(([path, { version, optional, os, cpu, libc }]) => {
    const forThisMachine = (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
    if (installed[path] === undefined) return optional === true && !(os && forThisMachine && !libc);
    return installed[path].version === version && existsSync(join(root, path));
  });
  if (fits) rememberInstall();
  return fits;
}

export const forgetInstall = () => forget(installStamp);

/** A tree that is not writable (another owner, a read-only image) is checked each time instead. */
export function rememberInstall() {
  try {
    writeFileSync(installStamp, installKey());
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
  }
}

/** Hash over the names and contents of everything that the build reads. */
export function buildKey() {
  const hash = createHash('sha256').update(read(join(root, 'package-lock.json')) ?? '');
  const configs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  for (const path of [...SOURCES, ...configs].sort().flatMap((name) => filesOf(join(root, name)))) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return `${hash.digest('hex')}\n`;
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
      .filter((file) => !NOT_BUILT.test(file));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

export const isBuildStale = (key) => read(buildStamp) !== key;
export const forgetBuild = () => forget(buildStamp);
export const rememberBuild = (key) => writeFileSync(buildStamp, key);
