import { flag, list, oneOf, secret, section } from './profile-fields.js';

export const pgp = section(
  {
    bank_keys: list(secret('public key of the bank, armored'), {
      ...{ least: 1, most: 5, meaning: 'files are encrypted to all of them; several for a rotation' },
    }),
    own_key: secret('our private key, armored').nullable().default(null),
    passphrase: secret('passphrase of our private key').nullable().default(null),
    sign: flag('whether files to the bank are signed with our key').default(true),
    armor: flag('whether files to the bank are letters instead of bytes').default(false),
    inbound: oneOf(
      ['plain', 'encrypted', 'signed'],
      'what files from the bank are; encrypted or signed: any other goes to quarantine',
    ).default('plain'),
  },
  'encryption of files with OpenPGP; needs the package openpgp',
);
