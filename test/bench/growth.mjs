// What creating a transfer costs as the service grows: with many enterprises, and with many transfers stored.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { compare, load, newReference, progress, requestOf } from './load.mjs';
import { memoryOf } from './memory.mjs';
import { addParty, ask, logIn, transfer } from './party.mjs';
import { API, ownerOf, root } from './stage.mjs';

const ENTERPRISES = 20;
const FEW = 10_000;
const SETTLE_SECONDS = 15;
const creation = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };

/** Twenty enterprises beside one, on the same server. */
export async function compareEnterprises(service, enterprise, options) {
  const clients = [];
  for (let number = 1; number <= ENTERPRISES; number++) {
    const { login } = await enterprise(`Bench ${number}`);
    const headers = await logIn(service.url, login);
    await addParty(service.url, headers);
    clients.push(headers);
  }
  const contestant = (name, those) => {
    let turn = 0;
    const headersOf = () => those[turn++ % those.length];
    return { name, url: service.url, request: () => requestOf({ ...creation, headersOf }) };
  };
  const contestants = [
    contestant(`${ENTERPRISES} enterprises`, clients),
    contestant('1 enterprise', clients.slice(0, 1)),
  ];
  return compare('POST /deliver/transfers for many enterprises', contestants, options);
}

/**
 * Many stored transfers beside ten thousand: two databases on one server, each with a separate api.
 * @returns how they compare at creating transfers, in `reads` at reading one and a list, and the memory of the larger one's api.
 */
export async function compareStored(stage, many, options) {
  const few = await stage.another('few');
  const { enterprise_id, login } = createEnterprise(few.env);
  const first = await few.start(API);
  const headers = await logIn(first.url, login);
  await addParty(first.url, headers);
  const created = await ask(first.url, 'POST', '/deliver/transfers', { headers, body: transfer(newReference()) });
  await first.stop();
  await fill(few, enterprise_id, FEW);
  const much = await stage.another('much', 'few');
  progress(`storing ${many} transfers`);
  await fill(much, enterprise_id, many - FEW);
  const contestants = [];
  for (const [name, database] of [
    [`${many} stored`, much],
    [`${FEW} stored`, few],
  ]) {
    const { url, pid } = await database.start(API);
    contestants.push({ name, url, pid, headers: await logIn(url, login) });
  }
  const asked = (operation) => contestants.map((each) => ({ ...each, request: () => requestOf(operation) }));
  const reads = [];
  for (const [title, path] of [
    ['GET /deliver/transfers/{id}', `/deliver/transfers/${created.transfer.id}`],
    ['GET /deliver/transfers (100)', '/deliver/transfers?size=100'],
  ]) {
    reads.push({ title, ...(await compare(title, asked({ method: 'GET', path }), options)) });
  }
  const [{ pid }] = contestants;
  // What a process holds grows until its heap has found its size.
  const creating = asked(creation);
  for (const each of creating) await load(each, each.request(), { ...options, seconds: SETTLE_SECONDS });
  const before = memoryOf(pid);
  const result = await compare('POST /deliver/transfers as work grows', creating, options);
  const memory = { before_mb: before, after_mb: memoryOf(pid) };
  await few.stopServers();
  await much.stopServers();
  return { ...result, memory, reads };
}

/** A new enterprise on a separate database, made as an operator makes one. @returns its `enterprise_id`, the `login` of its client, its `api_key` and its first `user` */
export function createEnterprise(env, name = 'Bench') {
  const args = [join(root, 'dist/apps/cli/src/main.js'), 'enterprise', 'create', '--name', name, '--json'];
  const { client_id, client_secret, ...others } = JSON.parse(
    execFileSync(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  return { ...others, login: { client_id, client_secret } };
}

// Copies a transfer with its history and its event: as many completed payouts, with all events delivered.
export async function fill(database, enterpriseId, rows) {
  const owner = await ownerOf(database);
  try {
    await owner.query(`CREATE TEMP TABLE copies AS SELECT uuidv7() AS id, n FROM generate_series(1, ${rows}) n`);
    const tables = [
      ['transfers.transfers', { id: 'c.id', transfer_reference_id: `'copy-' || c.id`, status: `'completed'` }],
      ['transfers.status_history', { transfer_id: 'c.id' }],
      [
        'platform.events',
        {
          id: 'uuidv7()',
          resource_id: 'c.id',
          position: '(SELECT coalesce(max(position), 0) FROM platform.events) + c.n',
        },
      ],
    ];
    for (const [table, changed] of tables) {
      const { rows: columns } = await owner.query(
        `SELECT attname AS name FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [table],
      );
      const names = columns.map(({ name }) => name);
      const aged = { created_at: `created_at - c.n * interval '1 ms'`, ...changed };
      const values = names.map((name) => aged[name] ?? name);
      const condition = table === 'platform.events' ? `AND type = 'transfer_created'` : '';
      await owner.query(
        `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
         FROM (SELECT * FROM ${table} WHERE enterprise_id = '${enterpriseId}' ${condition} LIMIT 1) AS one, copies AS c`,
      );
      await owner.query(`VACUUM ANALYZE ${table}`);
      progress(`${rows} in ${table}`);
    }
    await owner.query(
      `UPDATE platform.event_positions SET last_position = (SELECT max(position) FROM platform.events WHERE enterprise_id = $1)
       WHERE enterprise_id = $1`,
      [enterpriseId],
    );
    await owner.query('CHECKPOINT');
  } finally {
    await owner.end();
  }
}
