import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { httpErrors } from '../server/http-errors.js';
import { RawBody } from './raw-body.js';

/** A large request body that stays with the client until the guards have let the request pass. */
export class DeferredBody {
  constructor(
    private readonly headers: IncomingHttpHeaders,
    private readonly stream: Readable,
    private readonly maxBytes: number,
  ) {}

  /** @throws DomainError payload_too_large */
  async read(): Promise<RawBody> {
    if (Number(this.headers['content-length']) > this.maxBytes) throw httpErrors.payload_too_large();
    const chunks: Buffer[] = [];
    let bytes = 0;
    // Destroying the stream of a request would destroy the connection, and the response with it.
    for await (const chunk of this.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > this.maxBytes) throw httpErrors.payload_too_large();
      chunks.push(chunk);
    }
    return new RawBody(this.headers, Buffer.concat(chunks, bytes));
  }
}
