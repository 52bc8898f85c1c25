import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** As received: signatures cover these bytes. */
  readonly body: Buffer;
}

/** A webhook receiver on loopback that takes whatever arrives. */
export class Receiver {
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      this.onDelivery({ headers: request.headers, body: Buffer.concat(chunks) });
    });
  });

  constructor(private readonly onDelivery: (delivery: Delivery) => void) {}

  /** @returns the address to register. */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
