import type { Pgp, SecretSource } from '../../domain/connection.js';
import { type Environment, readSecret, SecretError } from '../secrets.js';
import { loadOpenPgp, type OpenPgp, PgpKeyError, type PgpKey, type PgpPrivateKey } from './open-pgp.js';

export interface PgpKeys {
  readonly openPgp: OpenPgp;
  readonly bank: readonly PgpKey[];
  readonly own: PgpPrivateKey | null;
}

/** The keys of a profile, each able to do what it is for. @throws PgpKeyError */
export async function readPgpKeys(pgp: Pgp, env: Environment): Promise<PgpKeys> {
  const openPgp = await loadOpenPgp();
  const bank: PgpKey[] = [];
  for (const [at, source] of pgp.bank_keys.entries()) {
    const place = `pgp.bank_keys[${at}]`;
    const key = await usable(place, () => openPgp.readKey({ armoredKey: secretAt(place, source, env) }));
    await usable(place, () => key.getEncryptionKey());
    bank.push(key);
  }
  return { openPgp, bank, own: await ownKey(openPgp, pgp, env) };
}

/** Why the keys of a profile cannot be used; undefined if they can. */
export async function pgpProblem(pgp: Pgp, env: Environment): Promise<string | undefined> {
  try {
    await readPgpKeys(pgp, env);
    return undefined;
  } catch (error) {
    if (error instanceof PgpKeyError) return error.message;
    throw error;
  }
}

async function ownKey(openPgp: OpenPgp, pgp: Pgp, env: Environment): Promise<PgpPrivateKey | null> {
  if (pgp.own_key === null) return null;
  const place = 'pgp.own_key';
  const armoredKey = secretAt(place, pgp.own_key, env);
  const locked = await usable(place, () => openPgp.readPrivateKey({ armoredKey }));
  const key = locked.isDecrypted() ? locked : await unlocked(openPgp, locked, { pgp, env });
  if (pgp.sign) await usable(place, () => key.getSigningKey());
  return key;
}

async function unlocked(
  openPgp: OpenPgp,
  privateKey: PgpPrivateKey,
  { pgp, env }: { readonly pgp: Pgp; readonly env: Environment },
): Promise<PgpPrivateKey> {
  const place = 'pgp.passphrase';
  if (pgp.passphrase === null) throw new PgpKeyError(`${place}: is missing, but pgp.own_key is locked; set it`);
  const passphrase = secretAt(place, pgp.passphrase, env);
  return usable(place, () => openPgp.decryptKey({ privateKey, passphrase }));
}

function secretAt(place: string, source: SecretSource, env: Environment): string {
  try {
    return readSecret(source, env);
  } catch (error) {
    if (error instanceof SecretError) throw new PgpKeyError(`${place}: ${error.message}`);
    throw error;
  }
}

// The package says why in its own words, which contain ids of keys at most.
async function usable<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PgpKeyError) throw error;
    throw new PgpKeyError(`${place}: cannot be used: ${(error as Error).message}`);
  }
}
