import { newId } from '@payments/kernel';
import { AccessTokens } from '../../libs/auth/src/application/ports.js';
import type { ApiClient } from '../support/api-client.js';
import { PortalUser } from '../support/portal-user.js';
import { connect, storeException, storeFile, storeStatement } from '../support/rails/files-at-bank.js';
import { FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/cli/src', 'migrations');

type Json = Record<string, unknown>;

const FILES = '/portal/rails/files';
const EXCEPTIONS = '/portal/rails/exceptions';
const because = { reason: 'compared with the bank' };

let service: TestService;
let acme: ApiClient;
let initech: ApiClient;
let acmeUser: PortalUser;
let initechUser: PortalUser;

const idOf = ({ credentials }: ApiClient) => credentials.enterprise_id;
const idsIn = (body: Json, list: string) => (body[list] as readonly { id: string }[]).map(({ id }) => id);

/** The status of a request with a token that has one scope. */
async function statusWith(kind: 'client' | 'user', scope: string, [method, url]: readonly ['GET' | 'POST', string]) {
  const { client_id, enterprise_id, user } = acme.credentials;
  const name = kind === 'client' ? client_id : user.name;
  const token = await service.api
    .get(AccessTokens, { strict: false })
    .sign({ subject: { kind, name }, enterprise_id, scope, credential_version: 1 }, 600);
  const headers = { authorization: `Bearer ${token}` };
  const payload = method === 'POST' ? because : undefined;
  return (await service.api.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
}

beforeAll(async () => {
  service = await startTestService(FROZEN);
  [acme, initech] = [await service.client(), await service.client()];
  acmeUser = await PortalUser.login(service.api, acme.credentials.user);
  initechUser = await PortalUser.login(service.api, initech.credentials.user);
});
afterAll(() => service.stop());

it('without a connection the portal has neither windows nor files', async () => {
  expect((await acmeUser.get('/portal/rails/windows')).body).toEqual({ connections: [], windows: [] });
  expect((await acmeUser.get(FILES)).body).toEqual({ files: [] });
});

describe('a file of several enterprises', () => {
  let shared: string;
  let theirs: string;
  beforeAll(async () => {
    connect(service.api, 'pooled-bank', [idOf(acme), idOf(initech)]);
    const enterpriseIds = [idOf(acme), idOf(initech)];
    shared = await storeFile(service.api, { connection: 'pooled-bank', state: 'sealed', enterpriseIds });
    const own = { accountNumber: '9876543210', name: 'GRACE HOPPER' };
    theirs = await storeFile(service.api, {
      ...{ connection: 'pooled-bank', state: 'sealed', enterpriseIds: [idOf(initech)] },
      ...own,
    });
  });

  it('shows each enterprise its own part, and nothing of the others', async () => {
    const list = await acmeUser.get(FILES);
    expect(list.body['files']).toMatchObject([{ id: shared, shared: true, batches: 1, entries: 1, credit: 12_500 }]);
    expect(list.text).not.toContain('released_by');
    const { body } = await acmeUser.get(`${FILES}/${shared}`);
    expect(body['batches']).toMatchObject([{ batch_number: 1, sec: 'PPD', description: 'PAYMENT', entries: 1 }]);
    const entries = await acmeUser.get(`${FILES}/${shared}/entries`);
    expect(entries.body['entries']).toMatchObject([
      { account_number: '*****7890', amount: 12_500, direction: 'credit', state: 'filed', name: 'ADA BYRON' },
    ]);
    expect(entries.text).not.toContain('1234567890');
    expect(idsIn((await initechUser.get(FILES)).body, 'files').sort()).toEqual([shared, theirs].sort());
  });

  it('does not show what operators wrote about it', async () => {
    await service.database.query(`UPDATE rails.files SET reason = 'Initech asked for it' WHERE id = $1`, [shared]);
    expect((await acmeUser.get(`${FILES}/${shared}`)).text).not.toContain('Initech');
    await service.database.query(`UPDATE rails.files SET reason = 'late' WHERE id = $1`, [shared]);
    expect((await acmeUser.get(`${FILES}/${shared}`)).body['file']).toMatchObject({ reason: 'late' });
  });

  it('does not exist for an enterprise without entries in it', async () => {
    for (const url of [`${FILES}/${theirs}`, `${FILES}/${theirs}/entries`]) {
      expect((await acmeUser.get(url)).status).toBe(404);
    }
    for (const decision of ['hold', 'release', 'resubmit']) {
      expect((await acmeUser.post(`${FILES}/${theirs}/${decision}`, because)).status).toBe(404);
    }
  });

  it('is decided about by the operator of the service only', async () => {
    for (const decision of ['hold', 'release', 'resubmit']) {
      const { status, body } = await acmeUser.post(`${FILES}/${shared}/${decision}`, because);
      expect([status, body['error_code']]).toEqual([403, 'shared_connection']);
    }
    const [row] = await service.database.query<Json>('SELECT state FROM rails.files WHERE id = $1', [shared]);
    expect(row).toEqual({ state: 'sealed' });
  });
});

describe('a file of one enterprise alone', () => {
  beforeAll(() => connect(service.api, 'acme-bank', [idOf(acme)]));
  const aFile = (state: 'sealed' | 'doubtful') =>
    storeFile(service.api, { connection: 'acme-bank', state, enterpriseIds: [idOf(acme)] });

  it('is held and released by its administrator, with the reason in the audit log', async () => {
    const id = await aFile('sealed');
    const held = await acmeUser.post(`${FILES}/${id}/hold`, because);
    expect([held.status, held.body['file']]).toMatchObject([200, { state: 'held', reason: 'operator', shared: false }]);
    const released = await acmeUser.post(`${FILES}/${id}/release`, because);
    expect(released.body['file']).toMatchObject({ state: 'sealed', released_by: [acme.credentials.user.name] });
    const audit = await service.database.query<Json>(
      `SELECT action, actor, after->>'reason' AS reason FROM platform.audit WHERE subject_id = $1 ORDER BY id`,
      [id],
    );
    const by = { actor: acme.credentials.user.name, ...because };
    expect(audit).toEqual([
      { action: 'file.held', ...by },
      { action: 'file.released', ...by },
    ]);
  });

  it('is changed once by a double click', async () => {
    const id = await aFile('sealed');
    const outcomes = await Promise.all([1, 2].map(() => acmeUser.post(`${FILES}/${id}/hold`, because)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(outcomes.find(({ status }) => status === 400)!.body['error_code']).toBe('bank_file_not_changeable');
  });

  it('is sent again as it is, or in a new file once its name is typed', async () => {
    const id = await aFile('doubtful');
    expect((await acmeUser.post(`${FILES}/${id}/resubmit`, because)).body['file']).toMatchObject({ state: 'sealed' });
    const other = await aFile('doubtful');
    const { file_name } = (await acmeUser.get(`${FILES}/${other}`)).body['file'] as { file_name: string };
    const wrong = await acmeUser.post(`${FILES}/${other}/resubmit`, { ...because, old_file_name: 'another.ach' });
    expect(wrong.status).toBe(400);
    const right = await acmeUser.post(`${FILES}/${other}/resubmit`, { ...because, old_file_name: file_name });
    expect(right.body['file']).toMatchObject({ state: 'resubmitted' });
  });

  it('stays the service operator’s if others had entries in it when it was made', async () => {
    const enterpriseIds = [idOf(acme), idOf(initech)];
    const id = await storeFile(service.api, { connection: 'acme-bank', state: 'sealed', enterpriseIds });
    expect((await acmeUser.post(`${FILES}/${id}/hold`, because)).status).toBe(403);
  });

  it('cannot be changed by whoever only reads, or seen by a client', async () => {
    const id = await aFile('sealed');
    expect(await statusWith('user', 'read:rails', ['GET', FILES])).toBe(200);
    expect(await statusWith('user', 'read:rails', ['POST', `${FILES}/${id}/hold`])).toBe(403);
    expect(await statusWith('client', 'read:rails write:rails', ['GET', FILES])).toBe(403);
    expect(await statusWith('client', 'read:rails write:rails', ['POST', `${FILES}/${id}/hold`])).toBe(403);
  });

  it('is found by its state', async () => {
    const states = async (query: string) =>
      ((await acmeUser.get(`${FILES}?${query}`)).body['files'] as readonly { state: string }[]).map(
        ({ state }) => state,
      );
    expect(new Set(await states('state=held'))).toEqual(new Set(['held']));
    expect((await acmeUser.get(`${FILES}?state=lost`)).body['error_code']).toBe('invalid_bank_file_state');
  });
});

describe('exceptions', () => {
  const put = (connection: string, enterpriseId: string | null, kind = 'duplicate_return') =>
    storeException(service.api, { connection, enterpriseId, kind });

  it('are of the enterprise, or of a connection that nobody else uses', async () => {
    const own = await put('pooled-bank', idOf(acme));
    const alone = await put('acme-bank', null);
    const pooled = await put('pooled-bank', null);
    const theirs = await put('pooled-bank', idOf(initech));
    const seen = idsIn((await acmeUser.get(`${EXCEPTIONS}?state=open`)).body, 'exceptions');
    expect(seen.sort()).toEqual([own, alone].sort());
    for (const id of [pooled, theirs]) {
      expect((await acmeUser.post(`${EXCEPTIONS}/${id}/resolve`, because)).status).toBe(404);
    }
    expect(idsIn((await initechUser.get(EXCEPTIONS)).body, 'exceptions')).toEqual([theirs]);
  });

  it('are resolved once, in the audit log of their enterprise alone', async () => {
    const id = await put('pooled-bank', idOf(acme));
    const url = `${EXCEPTIONS}/${id}/resolve`;
    const outcomes = await Promise.all([1, 2].map(() => acmeUser.post(url, because)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
    const resolved = outcomes.find(({ status }) => status === 200)!.body['exception'];
    const by = { resolved_by: acme.credentials.user.name, resolution: `ignored: ${because.reason}` };
    expect(resolved).toMatchObject({ id, state: 'resolved', ...by });
    const audit = await service.database.query<Json>(
      'SELECT DISTINCT enterprise_id FROM platform.audit WHERE subject_id = $1',
      [id],
    );
    expect(audit).toEqual([{ enterprise_id: idOf(acme) }]);
  });

  it('that may cost money of an account of several are ended by the operator alone', async () => {
    const resolve = async (id: string) => (await acmeUser.post(`${EXCEPTIONS}/${id}/resolve`, because)).status;
    const [pooled, alone] = [await put('pooled-bank', idOf(acme)), await put('acme-bank', idOf(acme))];
    const costs = `UPDATE rails.exceptions SET direction = $2 WHERE id = ANY($1::uuid[])`;
    await service.database.query(costs, [[pooled, alone], 'debit']);
    expect([await resolve(pooled), await resolve(alone)]).toEqual([400, 200]);
    await service.database.query(costs, [[pooled], null]);
    expect(await resolve(pooled)).toBe(400);
  });

  it('are not resolved with an entry when their kind is about none', async () => {
    const id = await put('acme-bank', null);
    const body = { ...because, end_to_end_id: 'P1' };
    const { status, body: refusal } = await acmeUser.post(`${EXCEPTIONS}/${id}/resolve`, body);
    expect([status, refusal['error_code']]).toEqual([400, 'exception_not_resolvable']);
  });
});

it('the windows of today show how many payments wait', async () => {
  const { body } = await acmeUser.get('/portal/rails/windows');
  expect(body['connections']).toEqual([
    { name: 'pooled-bank', bank: 'FIRST BANK', shared: true },
    { name: 'acme-bank', bank: 'FIRST BANK', shared: false },
  ]);
  const windows = body['windows'] as readonly (Json & { window_at: string })[];
  expect(windows.map(({ connection, rail, waiting }) => [connection, rail, waiting])).toEqual([
    ['pooled-bank', 'same_day_ach', 0],
    ['acme-bank', 'same_day_ach', 0],
    ['pooled-bank', 'ach', 0],
    ['acme-bank', 'ach', 0],
  ]);
  await service.database.query(
    `UPDATE rails.entries SET state = 'waiting', file_id = NULL, trace = NULL, epoch = NULL, window_at = $2
     WHERE id = (SELECT id FROM rails.entries WHERE enterprise_id = $1 ORDER BY id LIMIT 1)`,
    [idOf(acme), windows.at(-1)!.window_at],
  );
  const after = (await acmeUser.get('/portal/rails/windows')).body['windows'] as readonly Json[];
  expect(after.map(({ waiting }) => waiting)).toEqual([0, 0, 1, 1]);
});

describe('statements and breaks', () => {
  const STATEMENTS = '/portal/rails/statements';
  const BREAKS = '/portal/rails/breaks';
  let own: string;
  beforeAll(async () => {
    connect(service.api, 'own-bank', [idOf(acme)]);
    await storeFile(service.api, { connection: 'own-bank', state: 'sealed', enterpriseIds: [idOf(acme)] });
    own = await storeStatement(service.api, { connection: 'own-bank', enterpriseId: null });
  });

  it('are shown with balances, lines, and what differs', async () => {
    const { body } = await acmeUser.get(`${STATEMENTS}?connection=own-bank`);
    const sums = { opening: 100_000, closing: 87_500, lines: 1, credits: 0, debits: 12_500 };
    expect(body['statements']).toMatchObject([{ id: own, day: '2026-07-15', state: 'current', ...sums, gap: false }]);
    expect((await acmeUser.get(`${STATEMENTS}/${own}`)).body['statement']).toMatchObject({ id: own });
    const lines = (await acmeUser.get(`${STATEMENTS}/${own}/lines`)).body['lines'] as Json[];
    expect(lines).toMatchObject([{ position: 1, class: 'ach_debit', direction: 'debit', amount: 12_500, open: true }]);
    expect((await acmeUser.get(`${BREAKS}?connection=own-bank&state=open`)).body['breaks']).toMatchObject([
      { kind: 'unexplained', state: 'open', difference: -12_500, line_id: lines[0]!['id'], statement_id: own },
    ]);
    expect((await acmeUser.get(`${BREAKS}?connection=own-bank&state=resolved`)).body).toEqual({ breaks: [] });
    expect((await acmeUser.get(`${BREAKS}?kind=lost`)).body['error_code']).toBe('invalid_break_kind');
  });

  it('show how the closing balance was proven, once it was', async () => {
    const proof = {
      ...{ closing: 87_500, open_lines: -12_500, in_transit: 0, unsettled: 0, ledger_cash: 0 },
      ...{ opening_difference: 100_000, difference: 0 },
    };
    expect((await acmeUser.get(`${STATEMENTS}/${own}`)).body['statement']).not.toHaveProperty('proof');
    await service.database.query('UPDATE rails.statements SET proof = $2 WHERE id = $1', [own, JSON.stringify(proof)]);
    expect((await acmeUser.get(`${STATEMENTS}/${own}`)).body['statement']).toMatchObject({ proof });
  });

  it('show what a line was matched with, by batch', async () => {
    const match = `'${newId()}'::uuid`;
    const [file] = await service.database.query<{ id: string }>(
      `SELECT id FROM rails.files WHERE connection = 'own-bank' ORDER BY id LIMIT 1`,
    );
    await service.database.query(
      `INSERT INTO rails.postings (enterprise_id, id, key, connection, kind, file_id, file, batch, day, direction, class, amount,
         count, refs, entry_refs, match_id, matched_by)
       SELECT $1, gen_random_uuid(), 'k' || n, 'own-bank', 'settlement', $2, 'payroll.ach', (1 + n / 2)::text, '2026-07-15',
         'debit', 'ach_debit', 100 * n, n, '{}', '{}', ${match}, 'sum' FROM generate_series(1, 3) AS n`,
      [idOf(acme), file!.id],
    );
    await service.database.query(
      `UPDATE rails.statement_lines SET is_open = false, match_id = ${match}, matched_by = 'sum' WHERE connection = 'own-bank'`,
    );
    const { body } = await acmeUser.get(`${STATEMENTS}/${own}/lines`);
    const batch = { file_id: file!.id, file_name: 'payroll.ach' };
    expect((body['lines'] as Json[])[0]).toMatchObject({
      ...{ open: false, matched_by: 'sum' },
      matched_with: [
        { ...batch, batch: '1', entries: 1, amount: 100 },
        { ...batch, batch: '2', entries: 5, amount: 500 },
      ],
    });
  });

  it('say where something is missing between two statements', async () => {
    await service.database.query(
      `INSERT INTO rails.breaks (id, connection, key, kind, day, difference, expected, found, first_seen_at, last_seen_at)
       VALUES (gen_random_uuid(), 'own-bank', 'gap', 'statement_gap', '2026-07-15', 1, '1', '2', now(), now())`,
    );
    expect((await acmeUser.get(`${STATEMENTS}/${own}`)).body['statement']).toMatchObject({ gap: true });
    await service.database.query(`UPDATE rails.breaks SET resolved_at = now() WHERE key = 'gap'`);
    expect((await acmeUser.get(`${STATEMENTS}/${own}`)).body['statement']).toMatchObject({ gap: false });
    const resolved = await acmeUser.get(`${BREAKS}?connection=own-bank&state=resolved`);
    expect(resolved.body['breaks']).toMatchObject([{ kind: 'statement_gap', state: 'resolved' }]);
  });

  it('page through the lines in the order of the statement', async () => {
    const [statement] = await service.database.query<{ id: string }>(
      `SELECT id FROM rails.statements WHERE connection = 'own-bank'`,
    );
    await service.database.query(
      `INSERT INTO rails.statement_lines (id, statement_id, position, connection, line, amount, direction, status,
         booking_day, value_day, class, code, is_reversal, refs, text)
       SELECT gen_random_uuid(), $1, position, 'own-bank', position, 1, 'credit', 'booked', '2026-07-15', '2026-07-15', 'fee',
         '698', false, '{}', '' FROM generate_series(2, 5) AS position`,
      [statement!.id],
    );
    const positions: unknown[] = [];
    for (let after = ''; ;) {
      const { body } = await acmeUser.get(`${STATEMENTS}/${own}/lines?size=2${after}`);
      const lines = body['lines'] as { id: string; position: number }[];
      if (lines.length === 0) break;
      positions.push(...lines.map(({ position }) => position));
      after = `&after=${lines.at(-1)!.id}`;
    }
    expect(positions).toEqual([1, 2, 3, 4, 5]);
  });

  it('show the open lines alone, or the others, page by page', async () => {
    await service.database.query(
      `UPDATE rails.statement_lines SET is_open = position IN (2, 4) WHERE connection = 'own-bank'`,
    );
    const linesWith = async (query: string) =>
      (await acmeUser.get(`${STATEMENTS}/${own}/lines?${query}`)).body['lines'] as { id: string; position: number }[];
    const positionsWith = async (query: string) => (await linesWith(query)).map(({ position }) => position);
    const [first] = await linesWith('open=true&size=1');
    expect(first!.position).toBe(2);
    expect(await positionsWith(`open=true&size=1&after=${first!.id}`)).toEqual([4]);
    expect(await positionsWith('open=false')).toEqual([1, 3, 5]);
    const { status, body } = await acmeUser.get(`${STATEMENTS}/${own}/lines?open=1`);
    expect([status, body['error_code']]).toEqual([400, 'invalid_open']);
  });

  it('of a connection that others use, or of others, do not exist', async () => {
    const pooled = await storeStatement(service.api, { connection: 'pooled-bank', enterpriseId: idOf(initech) });
    for (const user of [acmeUser, initechUser]) {
      for (const url of [`${STATEMENTS}/${pooled}`, `${STATEMENTS}/${pooled}/lines`]) {
        expect((await user.get(url)).status).toBe(404);
      }
    }
    expect((await initechUser.get(STATEMENTS)).body).toEqual({ statements: [] });
    expect((await initechUser.get(`${STATEMENTS}/${own}`)).status).toBe(404);
    // A difference that is about one enterprise is its own, whoever else uses the connection.
    const [found] = (await initechUser.get(BREAKS)).body['breaks'] as Json[];
    expect([found!['connection'], found!['statement_id']]).toEqual(['pooled-bank', undefined]);
    expect((await acmeUser.get(`${BREAKS}?connection=pooled-bank`)).body).toEqual({ breaks: [] });
  });

  it('of a connection that may serve others, or did, are not shown', async () => {
    connect(service.api, 'next-bank', [idOf(acme), idOf(initech)]);
    await storeFile(service.api, { connection: 'next-bank', state: 'sealed', enterpriseIds: [idOf(acme)] });
    const next = await storeStatement(service.api, { connection: 'next-bank', enterpriseId: null });
    expect((await acmeUser.get(`${STATEMENTS}/${next}`)).status).toBe(404);
    expect((await acmeUser.get(`${BREAKS}?connection=next-bank`)).body).toEqual({ breaks: [] });
    await storeFile(service.api, { connection: 'own-bank', state: 'sealed', enterpriseIds: [idOf(initech)] });
    expect((await acmeUser.get(STATEMENTS)).body).toEqual({ statements: [] });
    expect((await acmeUser.get(`${BREAKS}?connection=own-bank`)).body).toEqual({ breaks: [] });
    expect((await acmeUser.get(`${STATEMENTS}/${own}/lines`)).status).toBe(404);
  });

  it('are read by users alone', async () => {
    expect(await statusWith('user', 'read:rails', ['GET', STATEMENTS])).toBe(200);
    expect(await statusWith('client', 'read:rails', ['GET', STATEMENTS])).toBe(403);
    expect(await statusWith('user', 'read:transfers', ['GET', BREAKS])).toBe(403);
  });
});
