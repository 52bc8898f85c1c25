import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RawBody } from '../reading/raw-body.js';
import { idempotencyErrors } from './idempotency.errors.js';
import type { StoredResponse, IdempotencyStore } from './idempotency-store.js';

const HEADER = 'idempotency-key';
const KEY = /^[\x20-\x7e]{1,255}$/;
const NO_BODY = Buffer.alloc(0);

/**
 * Lets every request with an `Idempotency-Key` run idempotently. An operation opts in with `@Idempotent`; the others
 * ignore the header.
 */
export function registerIdempotency(fastify: FastifyInstance, idempotencyStore: IdempotencyStore): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.headers[HEADER] !== undefined) {
      request.workContext.runIdempotently = async (work) => {
        const keyed = { key: keyOf(request), request: bytesOf(request) };
        return send(reply, await idempotencyStore.runIdempotently(keyed, async () => bodyOf(await work(), reply)));
      };
    }
    done();
  });
}

// Node joins the values of a repeated header; only the raw headers show the repetition.
function keyOf({ raw: { rawHeaders } }: FastifyRequest): string {
  const keys = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === HEADER);
  const [key] = keys;
  if (key === undefined || keys.length > 1 || !KEY.test(key)) throw idempotencyErrors.invalid_idempotency_key();
  return key;
}

/** Two requests are the same if method, path and body match byte for byte. */
function bytesOf({ method, url, body }: FastifyRequest): Buffer {
  const [path] = url.split('?', 1);
  return Buffer.concat([Buffer.from(`${method} ${path}\n`), body instanceof RawBody ? body.bytes : NO_BODY]);
}

// The stored response must equal the sent one, so it is serialized here and not by the framework.
function bodyOf(result: unknown, { statusCode: status }: FastifyReply): StoredResponse {
  return { status, body: JSON.stringify(result) ?? '' };
}

function send(
  reply: FastifyReply,
  { status, body, replayed }: StoredResponse & { readonly replayed: boolean },
): string {
  if (replayed) reply.header('Idempotent-Replayed', 'true');
  reply.status(status).type('application/json; charset=utf-8');
  return body;
}
