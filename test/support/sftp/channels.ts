import { createHash } from 'node:crypto';
import type { SftpChannel } from '@payments/rails';
import type { SftpTestServer } from './sftp-test-server.js';

/** A channel to a server on this machine; the private key is in the variable CLIENT_KEY. */
export function channelTo(
  { port, publicKey }: { readonly port: number; readonly publicKey: Buffer },
  changes: Partial<SftpChannel> = {},
): SftpChannel {
  return {
    ...{ kind: 'sftp', host: '127.0.0.1', port, username: 'acme', password: null, passphrase: null },
    ...{ private_key: { env: 'CLIENT_KEY' }, host_keys: [fingerprint(publicKey)], allowed_addresses: ['127.0.0.0/8'] },
    ...{ algorithms: 'modern', connect_timeout_seconds: 60, idle_timeout_seconds: 60, connections: 1 },
    ...changes,
  };
}

export const environmentOf = ({ clientKey }: SftpTestServer) => ({ CLIENT_KEY: clientKey });

const fingerprint = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`;
