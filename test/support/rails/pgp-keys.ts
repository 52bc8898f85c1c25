import { loadOpenPgp } from '../../../libs/rails/src/infrastructure/pgp/open-pgp.js';

interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

interface Generator {
  generateKey(options: {
    readonly userIDs: readonly { readonly name: string }[];
    readonly format: 'armored';
    readonly passphrase?: string;
  }): Promise<KeyPair>;
}

/** A key of the optional package openpgp, which is a development dependency. */
export async function generatePgpKey(name: string, passphrase?: string): Promise<KeyPair> {
  const generator = (await loadOpenPgp()) as unknown as Generator;
  return generator.generateKey({
    ...{ userIDs: [{ name }], format: 'armored' },
    ...(passphrase !== undefined && { passphrase }),
  });
}
