// The yardstick: a bare Fastify server with pg that sends the very statements of each operation, as they were recorded
// from the service, and nothing else: no token, no validation, no log. PIPELINE=true lets it send BEGIN and the
// statements together, as the service does.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const Fastify = require('fastify');
const { Pool } = require('pg');

const { APP_URL, ENTERPRISE_ID, PORT, DATABASE_POOL_SIZE, PIPELINE, OPERATIONS_FILE } = process.env;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const pipeline = PIPELINE === 'true';
const pool = new Pool({ connectionString: APP_URL, max: Number(DATABASE_POOL_SIZE), pipeline });
const app = Fastify();
let references = 0;

app.get('/health/live', () => ({ status: 'live' }));
for (const { method, route, begin, statements, reference, answer } of JSON.parse(
  readFileSync(OPERATIONS_FILE, 'utf8'),
)) {
  app.route({
    method,
    url: route,
    handler: async () => {
      await run(begin, method === 'GET' ? statements : afresh(statements, reference));
      return answer;
    },
  });
}
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

async function run(begin, statements) {
  const client = await pool.connect();
  try {
    const begun = client.query(begin);
    if (!pipeline) await begun;
    const running = [];
    for (const { text, name, values } of statements) {
      running.push(client.query({ text, name, values: values.map(revive) }));
      if (!pipeline) await running.at(-1);
    }
    await Promise.all([begun, ...running]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

// A recorded write would violate the keys of the first one: every id but the enterprise's, and the reference, is new.
function afresh(statements, reference) {
  const ids = new Map([[ENTERPRISE_ID, ENTERPRISE_ID]]);
  const fresh = `${reference}-${process.pid}-${++references}`;
  const replaced = (value) => {
    if (typeof value !== 'string') return value;
    const withIds = value.replace(UUID, (id) => ids.get(id) ?? ids.set(id, randomUUID()).get(id));
    return withIds.replaceAll(reference, fresh);
  };
  return statements.map((statement) => ({ ...statement, values: statement.values.map(replaced) }));
}

// A Buffer that went through JSON.
function revive(value) {
  return value?.type === 'Buffer' ? Buffer.from(value.data) : value;
}
