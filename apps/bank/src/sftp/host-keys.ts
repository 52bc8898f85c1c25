import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2 from 'ssh2';

const OWNER_ONLY = 0o600;

/** The content of a file that only the owner may read; it is made when it is missing. */
function kept(path: string, make: () => string): string {
  if (!existsSync(path)) writeFileSync(path, make(), { mode: OWNER_ONLY });
  return readFileSync(path, 'utf8').trim();
}

/** A private key, the same at each start. About one of 150 Ed25519 keys of ssh2's generator cannot be read by ssh2. */
export function hostKey(directory: string, name: string): string {
  return kept(join(directory, name), newKey);
}

const newKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  }).privateKey;

/** A generated password, the same at each start. */
export function keptPassword(path: string): string {
  return kept(path, () => randomBytes(18).toString('base64url'));
}

/** As ssh-keygen -l shows it: SHA256 and base64 without padding. */
export function fingerprint(privateKey: string): string {
  const key = ssh2.utils.parseKey(privateKey);
  if (key instanceof Error) throw key;
  return `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
}
