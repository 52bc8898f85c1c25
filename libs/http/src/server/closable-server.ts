import { Server } from 'node:http';
import type { RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

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
