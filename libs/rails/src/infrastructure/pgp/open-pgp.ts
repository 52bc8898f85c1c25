import type { ReadableStream } from 'node:stream/web';

export interface PgpKey {
  /** @throws Error when it cannot encrypt, has expired or was revoked. */
  getEncryptionKey(): Promise<unknown>;
}

export interface PgpPrivateKey extends PgpKey {
  isDecrypted(): boolean;
  getSigningKey(): Promise<unknown>;
}

type Bytes = ReadableStream<Uint8Array>;

/** What is used of the package openpgp. Its types are not imported, so that the service is built without it, too. */
export interface OpenPgp {
  readKey(options: { readonly armoredKey: string }): Promise<PgpKey>;
  readPrivateKey(options: { readonly armoredKey: string }): Promise<PgpPrivateKey>;
  decryptKey(options: { readonly privateKey: PgpPrivateKey; readonly passphrase: string }): Promise<PgpPrivateKey>;
  createMessage(options: { readonly binary: Bytes }): Promise<object>;
  readMessage(
    options: { readonly binaryMessage: Bytes } | { readonly armoredMessage: ReadableStream<string> },
  ): Promise<object>;
  encrypt(options: {
    readonly message: object;
    readonly encryptionKeys: readonly PgpKey[];
    readonly signingKeys?: readonly PgpPrivateKey[];
    readonly format: 'binary' | 'armored';
  }): Promise<ReadableStream<Uint8Array | string>>;
  decrypt(options: {
    readonly message: object;
    readonly decryptionKeys: readonly PgpPrivateKey[];
    readonly verificationKeys?: readonly PgpKey[];
    readonly expectSigned?: boolean;
    readonly format: 'binary';
    readonly config: { readonly allowUnauthenticatedStream: boolean };
  }): Promise<{ readonly data: Bytes }>;
}

/** The keys of a profile cannot be used. The message names their place and the remedy, never their content. */
export class PgpKeyError extends Error {
  override readonly name = 'PgpKeyError';
}

const PACKAGE = 'openpgp';

/** The optional package, loaded when a profile has pgp. @throws PgpKeyError when it is not installed. */
export async function loadOpenPgp(): Promise<OpenPgp> {
  try {
    return (await import(PACKAGE)) as OpenPgp;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new PgpKeyError('the package openpgp is not installed; run npm install --no-save openpgp@6');
  }
}
