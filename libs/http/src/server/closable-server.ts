import { Server } from 'node:http';
import type { RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

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

/** Probes arrive from everywhere, and a stopping process need not wait for their end. */
const PROBE = /^\/health\//;

/**
 * Waits until no request has come to the servers for `quietMs`, for `limitMs` at most. A request to a socket that is about to
 * close gets no response, so a stopping process first waits until its gateway has stopped sending.
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
  } while (!isQuiet && performance.now() < until);
  servers.forEach((server) => server.off('request', onRequest));
}
