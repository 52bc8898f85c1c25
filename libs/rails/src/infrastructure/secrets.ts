import { readFileSync } from 'node:fs';
import type { SecretSource } from '../domain/connection.js';

/** A secret cannot be read. The message names its place, never its content. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

const MOST_BYTES = 65_536;

/** The secret, without the line end that editors add. @throws SecretError when it cannot be read or is empty. */
export function readSecret(source: SecretSource, env: Environment): string {
  const secret = 'env' in source ? env[source.env] : readSecretFile(source.file);
  if (secret === undefined) throw new SecretError('its variable is not set');
  const text = secret.replace(/\r?\n$/, '');
  if (text === '') throw new SecretError('it is empty');
  return text;
}

function readSecretFile(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new SecretError(`its file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (bytes.length > MOST_BYTES) throw new SecretError('its file is larger than 64 KiB');
  return bytes.toString('utf8');
}
