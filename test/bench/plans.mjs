// How PostgreSQL serves the lists when there are many rows: the plans of the recorded statements over many rows.
import { ownerOf } from './stage.mjs';

const LISTS = [
  { path: '/deliver/persons?size=100', table: 'customers.persons', reference: 'customer_reference_id' },
  { path: '/deliver/businesses?size=100', table: 'customers.businesses', reference: 'customer_reference_id' },
  {
    path: '/deliver/external/accounts?size=100',
    table: 'accounts.external_accounts',
    reference: 'account_reference_id',
  },
  { path: '/deliver/transfers?size=100', table: 'transfers.transfers', reference: 'transfer_reference_id' },
];
const FORBIDDEN = new Set(['Seq Scan', 'Sort', 'Incremental Sort']);

/** @returns one row a list: its plan, its time in the database, and whether a table was read or sorted as a whole. */
export async function planLists(stage, { enterprise_id, statementsOf, rows, progress }) {
  const client = await ownerOf(stage);
  try {
    const plans = [];
    for (const { path, table, reference } of LISTS) {
      const statement = (await statementsOf(path)).find(({ text }) => text.includes(table.split('.')[1]));
      progress(`${path}: adding ${rows} rows`);
      await multiply(client, { table, reference, rows });
      plans.push({ path, ...(await explain(client, statement, enterprise_id)) });
    }
    return plans;
  } finally {
    await client.end();
  }
}

// Copies one row many times under other ids and references, each a millisecond older. What is sealed in it opens no more.
async function multiply(client, { table, reference, rows }) {
  const { rows: columns } = await client.query(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const changed = {
    id: 'gen_random_uuid()',
    [reference]: `'copy-' || n`,
    created_at: `created_at - n * interval '1 ms'`,
    unique_key: 'NULL',
  };
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? name);
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
     FROM (SELECT * FROM ${table} ORDER BY created_at LIMIT 1) AS one, generate_series(1, ${rows}) AS n`,
  );
  await client.query(`VACUUM ANALYZE ${table}`);
}

async function explain(client, { text, values }, enterpriseId) {
  await client.query('BEGIN');
  await client.query('SET LOCAL ROLE payments_app');
  await client.query(`SET LOCAL "app.enterprise_id" = '${enterpriseId}'`);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  await client.query('ROLLBACK');
  const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'];
  const nodes = nodesOf(plan);
  const whole = nodes.filter((node) => FORBIDDEN.has(node['Node Type'])).map((node) => node['Node Type']);
  return { ms, nodes: nodes.map((node) => node['Index Name'] ?? node['Node Type']), whole };
}

function nodesOf(plan) {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
