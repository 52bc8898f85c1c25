// A yardstick without the SQL of the service: two rows, of which one is read, in a transaction of five round trips.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const Fastify = require('fastify');
const { Pool } = require('pg');

const { OWNER_URL, PORT, DATABASE_POOL_SIZE } = process.env;
const pool = new Pool({ connectionString: OWNER_URL, max: Number(DATABASE_POOL_SIZE) });
const app = Fastify();
const insert = { name: 'insert', text: 'INSERT INTO public.bench_rows (id, body) VALUES ($1, $2)' };
const read = { name: 'read', text: 'SELECT body FROM public.bench_rows WHERE id = $1' };

app.get('/health/live', () => ({ status: 'live' }));
app.post('/deliver/transfers', async ({ body }) => {
  const client = await pool.connect();
  try {
    const id = randomUUID();
    await client.query('BEGIN');
    await client.query({ ...insert, values: [id, body] });
    const { rows } = await client.query({ ...read, values: [id] });
    await client.query({ ...insert, values: [randomUUID(), body] });
    await client.query('COMMIT');
    return { id, ...rows[0].body };
  } finally {
    client.release();
  }
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
