import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '@payments/config';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface WrappedKey {
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
}

/** Wraps and unwraps data keys with master keys that it never exposes. A KMS adapter implements the same port. */
export abstract class KeyProvider {
  /** The active master key, which wraps. */
  abstract readonly activeMasterKeyId: string;
  /** @param context bound to the wrapped key: it unwraps only with the same context. */
  abstract wrap(key: Buffer, context: string): Promise<WrappedKey>;
  /** @throws Error when the master key is unknown, or the wrapped key or its context was changed. */
  abstract unwrap(key: WrappedKey, context: string): Promise<Buffer>;
}

/** Master keys from the key ring of the settings KEY_RING or KEY_RING_FILE. */
export class KeyRingProvider extends KeyProvider {
  constructor(private readonly master: KeyRing['master']) {
    super();
  }

  get activeMasterKeyId(): string {
    return this.master.active;
  }

  wrap(key: Buffer, context: string): Promise<WrappedKey> {
    const masterKeyId = this.master.active;
    return Promise.resolve({ masterKeyId, wrapped: encrypt(this.masterKey(masterKeyId), key, context) });
  }

  unwrap({ masterKeyId, wrapped }: WrappedKey, context: string): Promise<Buffer> {
    return Promise.resolve(decrypt(this.masterKey(masterKeyId), wrapped, context));
  }

  private masterKey(id: string): Buffer {
    const key = this.master.keys[id];
    if (key === undefined) throw new Error(`master key ${id} is not in the key ring; add it to master.keys again`);
    return key;
  }
}

/** Random bytes for many IVs at once: a call for each takes longer than the encryption. None is used twice. */
const ivs = { bytes: Buffer.alloc(0), next: 0 };
const IVS_AT_ONCE = 256;

function freshIv(): Buffer {
  if (ivs.next === ivs.bytes.length) Object.assign(ivs, { bytes: randomBytes(IV_BYTES * IVS_AT_ONCE), next: 0 });
  return ivs.bytes.subarray(ivs.next, (ivs.next += IV_BYTES));
}

/** AES-256-GCM: `iv ‖ ciphertext ‖ tag`, with `context` as additional authenticated data. */
export function encrypt(key: Buffer, plaintext: Buffer, context: string): Buffer {
  const iv = freshIv();
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** The inverse of `encrypt`. @throws Error when any bit of it, or the context, was changed. */
export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const plaintext = decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES));
  // Verifies the tag; a stream mode buffers no bytes.
  decipher.final();
  return plaintext;
}
