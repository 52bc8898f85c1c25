import { Server } from 'node:http';
import type { RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * An HTTP server that can be stopped at any time. Node takes a connection for idle only after its first request, so a
 * connection on which nothing ever came would hold up the stop until its timeout. Clients open such ones in advance.
 */
export class ClosableServer extends Server {
  private readonly sockets = new Set<Socket>();

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Called by `close` too. */
  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const socket of this.sockets) {
      if (socket.bytesRead === 0) socket.destroy();
    }
  }
}

/** The paths of health checks. */
export const PROBE = /^\/health\//;

/**
 * Waits until the servers have received no request for `quietMs`, but at most `limitMs`; health checks do not count. A request
 * on a connection that is about to close gets no response, so a stopping process first waits until its gateway stops sending.
 */
export async function untilQuiet(
  servers: readonly Server[],
  { quietMs, limitMs }: { readonly quietMs: number; readonly limitMs: number },
): Promise<void> {
  let isQuiet: boolean;
  const onRequest: RequestListener = ({ url = '' }) => {
    if (!PROBE.test(url)) isQuiet = false;
  };
  servers.forEach((server) => server.on('request', onRequest));
  const until = performance.now() + limitMs;
  do {
    isQuiet = true;
    await setTimeout(quietMs);
    // On a busy machine, requests that have arrived may not have been read yet.
    await setImmediate();
  } while (!isQuiet && performance.now() < until);
  servers.forEach((server) => server.off('request', onRequest));
}
