import type { ClientBase } from 'pg';

/**
 * For `onConnect` of a pool. A connection has no listener between being ready and being checked out, so if the server
 * closes it just then, the unhandled error would end the process. With this listener, the first statement on the
 * connection fails instead.
 */
export function outliveBrokenConnection(client: ClientBase): void {
  client.on('error', () => undefined);
}
