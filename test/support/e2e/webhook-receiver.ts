import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookBodies } from '../documented.js';

/** A receiver on loopback that takes whatever comes and remembers the bodies by event. */
export class WebhookReceiver {
  readonly bodies = new Map<string, string[]>();
  /** The headers of the last webhook about an event. */
  readonly headers = new Map<string, IncomingHttpHeaders>();
  /** The ids of events as they came, with `undefined` where somebody marked a moment. */
  readonly log: (string | undefined)[] = [];
  private readonly checked = new WebhookBodies();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // Kept before it is answered: what the service believes to be delivered must be here.
      this.keep(Buffer.concat(chunks).toString(), request.headers);
      response.writeHead(204).end();
    });
  });

  /** @returns the address to register. */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks`;
  }

  /** Marks this moment in the log. */
  mark(): void {
    this.log.push(undefined);
  }

  /** @throws Error when a body was other than the description says. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
    this.checked.mustBeAsDescribed();
  }

  private keep(body: string, headers: IncomingHttpHeaders): void {
    const { event_id } = JSON.parse(body) as { event_id: string };
    this.checked.look(body);
    this.log.push(event_id);
    this.headers.set(event_id, headers);
    this.bodies.set(event_id, [...(this.bodies.get(event_id) ?? []), body]);
  }
}
