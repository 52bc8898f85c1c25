import { createHmac, createVerify, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly created_at: string;
  readonly sequence: number;
  readonly event_data: Readonly<Record<string, { readonly id: string; readonly status: string }>>;
  /** Both signatures were right. */
  readonly genuine: boolean;
}

export interface VerificationKeys {
  /** PEM, from `GET /webhooks/secret`. */
  readonly publicKey: string;
  /** `whsec_…`, from `GET /webhooks/configurations/{id}/secret`. */
  readonly secret: string;
}

/** A webhook receiver on loopback that checks both signatures of whatever arrives. */
export class Receiver {
  private keys: VerificationKeys | undefined;
  private readonly server: Server;

  constructor(private readonly onEvent: (event: ReceivedEvent) => void) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(204).end();
        this.receive(request.headers, Buffer.concat(chunks).toString());
      });
    });
  }

  /** @returns the address to register. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks`;
  }

  trust(keys: VerificationKeys): void {
    this.keys = keys;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private receive(headers: IncomingHttpHeaders, body: string): void {
    const event = JSON.parse(body) as Omit<ReceivedEvent, 'genuine'>;
    const { keys } = this;
    const genuine =
      keys !== undefined && isRsaSigned(headers, body, { event, keys }) && isHmacSigned(headers, body, keys);
    this.onEvent({ ...event, genuine });
  }
}

interface RsaInput {
  readonly event: { readonly created_at: string };
  readonly keys: VerificationKeys;
}

/** `Signature`: RSA with SHA-256 over the body and the event's created_at. */
function isRsaSigned(headers: IncomingHttpHeaders, body: string, { event, keys }: RsaInput): boolean {
  const verifier = createVerify('RSA-SHA256').update(body + event.created_at);
  return verifier.verify(keys.publicKey, String(headers['signature']), 'base64');
}

/** The headers of the Standard Webhooks specification: HMAC with SHA-256 over id, timestamp and body. */
function isHmacSigned(headers: IncomingHttpHeaders, body: string, { secret }: VerificationKeys): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((entry) => Buffer.from(entry.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}
