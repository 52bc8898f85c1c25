import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyOf } from './error-filter.js';
import { httpErrors } from './http-errors.js';

const RETRY_AFTER_SECONDS = '1';
/** Whoever asks whether the process is well must hear it, above all when it has too much to do. */
const ALWAYS = /^\/health\//;

/**
 * Lets at most `limit` requests be worked on at once. What comes beyond is refused before its body is read and before
 * anybody is asked who sent it: waiting would make all slow and none better off. A request counts once its body has
 * arrived, so that slow senders take no places.
 */
export function limitRequests(fastify: FastifyInstance, limit: number): void {
  let atWork = 0;
  const isExempt = ({ routeOptions }: FastifyRequest) => ALWAYS.test(routeOptions.url ?? '');
  fastify.addHook('onRequest', (request, reply, done) => {
    if (atWork < limit || isExempt(request)) return done();
    const error = httpErrors.service_unavailable();
    request.errorCode = error.code;
    void reply
      .status(503)
      .header('Retry-After', RETRY_AFTER_SECONDS)
      .type('application/json; charset=utf-8')
      .send(bodyOf(error));
  });
  fastify.addHook('preValidation', (request, reply, done) => {
    // Who has hung up already closes nothing any more.
    if (!isExempt(request) && !reply.raw.destroyed) {
      atWork += 1;
      let isLeft = false;
      const leave = () => {
        if (!isLeft) atWork -= 1;
        isLeft = true;
      };
      // Answered, or the sender has hung up.
      reply.raw.once('finish', leave).once('close', leave);
    }
    done();
  });
}
