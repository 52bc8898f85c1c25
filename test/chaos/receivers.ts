import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookLine } from './evidence.js';
import type { Journal } from './journal.js';

const KEPT_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'signature'];
/** Occasionally one fails, as receivers do. */
const FAILING_SHARE = 0.01;

/** A receiver of webhooks that logs each before it responds. */
export class ChaosReceiver {
  accepted = 0;
  private readonly server = createServer((request, response) => void this.take(request, response));

  constructor(
    readonly name: string,
    private readonly journal: Journal<WebhookLine>,
    private readonly random: () => number,
  ) {}

  /** @returns the address to register. */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${this.name}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // Cut off in the middle: as if it had never been sent.
      return;
    }
    const status = this.random() < FAILING_SHARE ? 500 : 204;
    const headers = Object.fromEntries(KEPT_HEADERS.map((name) => [name, String(request.headers[name] ?? '')]));
    const body = Buffer.concat(chunks).toString();
    await this.journal.append({ at: Date.now(), receiver: this.name, body, headers, status });
    if (status === 204) this.accepted += 1;
    response.writeHead(status).end();
  }
}
