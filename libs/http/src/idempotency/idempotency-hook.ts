import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RawBody } from '../reading/raw-body.js';
import { idempotencyErrors } from './idempotency.errors.js';
import type { KeptAnswer, IdempotencyStore } from './idempotency-store.js';

const HEADER = 'idempotency-key';
const KEY = /^[\x20-\x7e]{1,255}$/;
const NO_BODY = Buffer.alloc(0);

/**
 * Gives the context of every request with an `Idempotency-Key` the means to be done once. Whether the operation keeps
 * its answers, it says itself; the others never look at the header.
 */
export function registerIdempotency(fastify: FastifyInstance, idempotencyStore: IdempotencyStore): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.headers[HEADER] !== undefined) {
      request.workContext.once = async (work) => {
        const keyed = { key: keyOf(request), request: bytesOf(request) };
        return send(reply, await idempotencyStore.once(keyed, async () => bodyOf(await work(), reply)));
      };
    }
    done();
  });
}

// Node joins the values of a header that is sent twice; only the raw ones show that it was.
function keyOf({ raw: { rawHeaders } }: FastifyRequest): string {
  const keys = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === HEADER);
  const [key] = keys;
  if (key === undefined || keys.length > 1 || !KEY.test(key)) throw idempotencyErrors.invalid_idempotency_key();
  return key;
}

/** What makes two requests the same: method, path, and the body byte for byte. */
function bytesOf({ method, url, body }: FastifyRequest): Buffer {
  const [path] = url.split('?', 1);
  return Buffer.concat([Buffer.from(`${method} ${path}\n`), body instanceof RawBody ? body.bytes : NO_BODY]);
}

// What is kept is what is sent, so it is written here and not by the framework.
function bodyOf(result: unknown, { statusCode: status }: FastifyReply): KeptAnswer {
  return { status, body: JSON.stringify(result) ?? '' };
}

function send(reply: FastifyReply, { status, body, replayed }: KeptAnswer & { readonly replayed: boolean }): string {
  if (replayed) reply.header('Idempotent-Replayed', 'true');
  reply.status(status).type('application/json; charset=utf-8');
  return body;
}
