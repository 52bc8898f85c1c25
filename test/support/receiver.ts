import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NewWebhookConfiguration, PaymentsClient } from '@payments/client';
import type { ApiClient } from './api-client.js';
import { CheckedWebhooks } from './checked-webhooks.js';

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: {
    readonly event_id: string;
    readonly event_type: string;
    readonly created_at: string;
    readonly sequence: number;
    readonly test?: boolean;
    readonly event_data: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

export interface ReceiverResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A webhook receiver on loopback that keeps what it gets. `answer` decides its response, and when; 204 unless set. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** How many webhooks were unanswered at once, at the most. */
  mostOpen = 0;
  answer: (webhook: ReceivedWebhook) => number | ReceiverResponse | Promise<number | ReceiverResponse> = () => 204;
  private open = 0;
  private readonly server: Server;
  private readonly checked: CheckedWebhooks;

  constructor(toleranceS?: number) {
    this.checked = new CheckedWebhooks(toleranceS);
    this.server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const webhook = { headers: request.headers, body, event: JSON.parse(body) as ReceivedWebhook['event'] };
        this.received.push(webhook);
        this.mostOpen = Math.max(this.mostOpen, ++this.open);
        response.on('close', () => this.open--);
        this.checked.look(body, request.headers);
        void Promise.resolve(this.answer(webhook)).then((answer) => {
          const {
            status,
            headers,
            body: text,
          }: ReceiverResponse = typeof answer === 'number' ? { status: answer } : answer;
          response.writeHead(status, headers).end(text);
        });
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Listens, has events of the client's enterprise sent here, and returns the secret that signs them. */
  async subscribe(
    { webhooks }: PaymentsClient,
    ...event_types: NewWebhookConfiguration['event_types']
  ): Promise<string> {
    await this.listen();
    const { id } = await webhooks.create({ event_types, url: this.url, enabled: true });
    const secret = await webhooks.secret(id);
    this.checked.trust({ secret, publicKey: await webhooks.createKeyPair() });
    return secret;
  }

  /** How many connections are open; what came on a closed one has been received. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  /** By event, one for each time that it came. */
  get bodies(): ReadonlyMap<string, readonly string[]> {
    const bodies = new Map<string, string[]>();
    for (const { event, body } of this.received) {
      bodies.set(event.event_id, [...(bodies.get(event.event_id) ?? []), body]);
    }
    return bodies;
  }

  ofType(type: string): ReceivedWebhook[] {
    return this.received.filter(({ event }) => event.event_type === type);
  }

  /** Checks each signature against the secrets of the given configurations. */
  async trust(client: ApiClient, configurationId: string): Promise<void> {
    const { body } = await client.get(`/webhooks/configurations/${configurationId}/secret`);
    this.checked.trust({ secret: String(body['secret']) });
  }

  /** @throws Error when a body deviated from the description, or a signature was not of its sender. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    this.checked.mustBeGood();
  }
}
