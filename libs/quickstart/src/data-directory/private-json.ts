import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** Reads a JSON object; `undefined` when the file does not exist. @throws SyntaxError when it is damaged. */
export function readJson<Shape extends object>(path: string): Partial<Shape> | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Shape>) : undefined;
}

/** Atomically writes a file that only its owner may read. */
export function writePrivateJson(path: string, value: object): void {
  const unfinished = `${path}.${process.pid}`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: OWNER_ONLY, flush: true });
  keepOwner(unfinished);
  renameSync(unfinished, path);
}

/** Root may start the service in a user's directory; that user must still be able to start it later. */
function keepOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid } = statSync(dirname(path));
  if (uid !== 0) chownSync(path, uid, statSync(path).gid);
}
