import type { ClientBase } from 'pg';

/**
 * For `onConnect` of a pool. From the moment in which a connection is ready until somebody holds it nobody listens to
 * it, and a server that ends it just then would end the process, because nobody handles the error. Whoever gets the
 * connection learns of its end from their first statement.
 */
export function outliveBrokenConnection(client: ClientBase): void {
  client.on('error', () => undefined);
}
