// Creating transfers without and with an Idempotency-Key, beside a bare server with a transaction of five round trips.
import { randomUUID } from 'node:crypto';
import { compare, requestOf } from './load.mjs';
import { logIn, transfer } from './party.mjs';
import { ownerOf } from './stage.mjs';

const creation = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };
const withKey = { ...creation, headersOf: () => ({ 'idempotency-key': randomUUID() }) };

/** @returns rows of all three, with the ratio of creating without a key to each. */
export async function compareCreations(stage, service, { login, load }) {
  const owner = await ownerOf(stage);
  try {
    await owner.query('CREATE TABLE IF NOT EXISTS public.bench_rows (id uuid PRIMARY KEY, body jsonb NOT NULL)');
    const bare = await stage.start('test/bench/five-round-trips.mjs', { OWNER_URL: stage.config.databaseUrl });
    const headers = await logIn(service.url, login);
    const rows = await compare(
      'Creating transfers',
      [
        { name: 'service', url: service.url, headers, request: () => requestOf(creation) },
        { name: 'service, with a key', url: service.url, headers, request: () => requestOf(withKey) },
        { name: 'bare Fastify + pg, five round trips', url: bare.url, request: () => requestOf(creation) },
      ],
      load,
    );
    await bare.stop();
    return rows;
  } finally {
    await owner.end();
  }
}
