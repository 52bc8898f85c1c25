// The yardstick of book transfers: a bare Fastify server with pg that changes two rows of a table in one transaction.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const Fastify = require('fastify');
const { Pool } = require('pg');

const { APP_URL, PORT, DATABASE_POOL_SIZE } = process.env;
const pool = new Pool({ connectionString: APP_URL, max: Number(DATABASE_POOL_SIZE) });
const change = (id, amount) => ({
  ...{ name: 'change', text: 'UPDATE public.two_rows SET balance = balance + $2 WHERE id = $1' },
  values: [id, amount],
});
const app = Fastify();

app.get('/health/live', () => ({ status: 'live' }));
app.post('/moves', async ({ body: { from, to, amount } }) => {
  const client = await pool.connect();
  // In one order, so that no two of them wait for each other.
  const changes = [change(from, -amount), change(to, amount)].sort((a, b) => a.values[0] - b.values[0]);
  try {
    await client.query('BEGIN');
    for (const each of changes) await client.query(each);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return { from, to, amount };
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
