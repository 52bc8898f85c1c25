// The yardstick: a bare Fastify server with pg that runs the very statements of POST /deliver/transfers and nothing
// else: no token, no validation, no log. PIPELINE=true lets it send BEGIN together with the statement, as we do.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const Fastify = require('fastify');
const { Pool } = require('pg');
const { newId } = require(join(root, 'dist/libs/kernel/src/index.js'));
const { INSERT_TRANSFER } = require(
  join(root, 'dist/libs/transfers/src/infrastructure/persistence/insert-transfer.js'),
);

const { APP_URL, ENTERPRISE_ID, PORT, DATABASE_POOL_SIZE, PIPELINE } = process.env;
const pipeline = PIPELINE === 'true';
const pool = new Pool({ connectionString: APP_URL, max: Number(DATABASE_POOL_SIZE), pipeline });
const begin = `BEGIN; SET LOCAL ROLE payments_app; SET LOCAL "app.enterprise_id" = '${ENTERPRISE_ID}'`;
const app = Fastify();

app.get('/health/live', () => ({ status: 'live' }));
app.post('/deliver/transfers', async (request) => {
  const { transfer, values } = prepare(request.body);
  const client = await pool.connect();
  try {
    const begun = client.query(begin);
    if (!pipeline) await begun;
    await client.query({ name: 'insert-transfer', text: INSERT_TRANSFER, values });
    await begun;
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return { transfer };
});
app.get('/deliver/transfers/:id', async (request) => {
  const client = await pool.connect();
  try {
    const begun = client.query(begin);
    if (!pipeline) await begun;
    const { rows } = await client.query({
      name: 'find-transfer',
      text: 'SELECT * FROM transfers.transfers WHERE enterprise_id = $1 AND id = $2',
      values: [ENTERPRISE_ID, request.params.id],
    });
    await begun;
    await client.query('COMMIT');
    return { transfer: rows[0] };
  } finally {
    client.release();
  }
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

function prepare(body) {
  const now = new Date();
  const id = newId();
  const { destination } = body;
  const transfer = { id, ...body, status: 'created', created_at: now, updated_at: now };
  const event = {
    enterprise_id: ENTERPRISE_ID,
    id: newId(),
    type: 'transfer_created',
    resource_type: 'transfer',
    resource_id: id,
    sequence: 1,
    data: JSON.stringify({ transfer }),
    request_id: id,
    created_at: now,
  };
  const task = {
    enterprise_id: ENTERPRISE_ID,
    id: newId(),
    queue: 'transfer-acceptance',
    subject_id: id,
    run_at: now,
    request_id: id,
  };
  const parties = [null, null, true, destination.account_reference_id, destination.customer_reference_id, true];
  const fields = [id, body.transfer_reference_id, 'payout', body.amount, body.currency, body.speed];
  const rest = [null, JSON.stringify(destination), body.account_statement_descriptor, null, now];
  const values = [ENTERPRISE_ID, ...parties, ...fields, ...rest, JSON.stringify([event]), JSON.stringify([task])];
  return { transfer, values };
}
