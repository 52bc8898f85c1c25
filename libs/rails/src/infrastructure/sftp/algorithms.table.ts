import type { Algorithms } from 'ssh2';
import type { SftpChannel } from '../../domain/connection.js';

const modern = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group-exchange-sha256',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
  ],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
  cipher: ['aes256-gcm@openssh.com', 'aes128-gcm@openssh.com', 'aes256-ctr', 'aes192-ctr', 'aes128-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  // A compressed stream can grow without limit when it is unpacked.
  compress: ['none'],
} satisfies Algorithms;

const legacy = {
  ...modern,
  kex: [...modern.kex, 'diffie-hellman-group14-sha1'],
  serverHostKey: [...modern.serverHostKey, 'ssh-rsa'],
  cipher: [...modern.cipher, 'aes256-cbc', 'aes192-cbc', 'aes128-cbc'],
  hmac: [...modern.hmac, 'hmac-sha1'],
} satisfies Algorithms;

/** What is offered to a server, the best first. */
export const sshAlgorithms: Readonly<Record<SftpChannel['algorithms'], Algorithms>> = { modern, legacy };
