import { Processor } from '../libs/transfers/src/application/ports.js';
import { ReceiveResults } from '../libs/transfers/src/application/receive-results.js';
import { SubmissionHandler } from '../libs/transfers/src/infrastructure/queue/transfer-tasks.handlers.js';
import { TaskRunner } from '../libs/platform/src/outbox/task-runner.js';
import { Enterprises, Transactions, workContext, listenAlso } from '@payments/platform';
import { startTestService } from './support/service.js';
import { aBusiness, aDirectDebit, anAccount, aPayout, registerParty, untilStatus } from './support/parties.js';
import { eventually } from '@payments/testing';
import { connect } from 'node:net';
import { appendFileSync } from 'node:fs';
const out = (...a: unknown[]) => appendFileSync('/tmp/zz-out.txt', a.map((x) => (typeof x === 'string' ? x : JSON.stringify(x))).join(' ') + '\n');
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
jest.setTimeout(120_000);

it('A settled before accepted', async () => {
  const service = await startTestService({ SANDBOX_DAY_SECONDS: '6000', LOG_LEVEL: 'silent' });
  try {
    const worker = await service.startWorker();
    const client = await service.client();
    const party = await registerParty(client);
    const id = String(((await client.post('/deliver/transfers', aDirectDebit(party))).body['transfer'] as any).id);
    const leg = await eventually('leg', async () => (await service.database.query<any>(`select * from transfers.legs where status='submitted'`))[0]);
    const tenant = await worker.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
    await workContext.run({ requestId: 'x', tenant }, () => worker.get(ReceiveResults, { strict: false }).execute([
      { processor_result_id: 'r2', end_to_end_id: leg.end_to_end_id, kind: 'settled', network_reason_code: null, trace_number: '1', occurred_at: new Date() }]));
    await sleep(9000);
    out('A', (await client.get(`/deliver/transfers/${id}`)).text, await service.database.query(`select queue, attempt, last_error from platform.tasks where queue='processor-results'`));
  } finally { await service.stop(); }
});

it('B cold data keys', async () => {
  const service = await startTestService({ LOG_LEVEL: 'silent' });
  try {
    const client = await service.client();
    for (let round = 0; round < 3; round++) {
      const t = Date.now();
      const answers = await Promise.all(Array.from({ length: 40 }, () => client.post('/deliver/businesses', aBusiness())));
      const count: Record<string, number> = {};
      for (const { status } of answers) count[status] = (count[status] ?? 0) + 1;
      out('B round', round, count, Date.now() - t, 'ms');
    }
    const c2 = await service.client();
    let ok = 0, bad = 0, stop = false, firstOk = 0; const t = Date.now();
    await Promise.all(Array.from({ length: 40 }, async () => { while (!stop) { const { status } = await c2.post('/deliver/businesses', aBusiness()); if (status === 200) { ok++; firstOk ||= Date.now() - t; } else bad++; if (Date.now() - t > 12000) stop = true; } }));
    out('B sustained 40 clients 12 s: ok', ok, 'bad', bad, 'first ok after', firstOk);
  } finally { await service.stop(); }
  const one = await startTestService({ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '1' });
  try {
    const client = await one.client();
    for (let i = 0; i < 3; i++) out('B pool 1', (await client.post('/deliver/businesses', aBusiness())).status);
  } finally { await one.stop(); }
});

it('D pinned version', async () => {
  const service = await startTestService({ LOG_LEVEL: 'silent' });
  try {
    const client = await service.client();
    const party = await registerParty(client, { account: { account_holder_name: 'rejected account', account_number: '6660666' } });
    const id = String(((await client.post('/deliver/transfers', aPayout(party))).body['transfer'] as any).id);
    const acc = (await service.database.query<any>('select id from accounts.external_accounts'))[0].id;
    const put = await client.put(`/deliver/external/accounts/${acc}`, { ...anAccount(), ...party });
    const worker = await service.startWorker();
    const p = worker.get(Processor, { strict: false }) as any; const submit = p.submit.bind(p); const sent: any[] = [];
    p.submit = (b: any) => { sent.push(...b.instructions); return submit(b); };
    const done = await untilStatus(client, id, 'completed', 'failed');
    out('D', put.status, done['status'], sent.map((i) => [i.account_number, i.account_holder_name]), (await client.get(`/deliver/external/accounts/${acc}`)).text);
    // other: verified at acceptance, rejected before the hand-over of the second leg
  } finally { await service.stop(); }
});

it('E double start', async () => {
  const service = await startTestService({ LOG_LEVEL: 'silent' });
  try {
    const worker = await service.startWorker();
    const client = await service.client();
    const party = await registerParty(client);
    const p = worker.get(Processor, { strict: false }) as any; const submit = p.submit.bind(p); const sent: any[] = [];
    p.submit = async (b: any) => { sent.push(...b.instructions.map((i: any) => i.end_to_end_id)); await sleep(2500); return submit(b); };
    const id = String(((await client.post('/deliver/transfers', aPayout(party))).body['transfer'] as any).id);
    await eventually('first', async () => sent.length === 1);
    const [task] = await service.database.query<any>(`select * from platform.tasks where queue='processor-submissions'`);
    // what BullMQ does with a job whose lock was lost: gives the same job to another worker
    await worker.get(TaskRunner, { strict: false }).run(worker.get(SubmissionHandler, { strict: false }), { queue: 'processor-submissions', batchSize: 500, concurrency: 2, leaseSeconds: 120 },
      { enterprise_id: task.enterprise_id, lease_token: task.lease_token, task_ids: [task.id] });
    await untilStatus(client, id, 'completed', 'failed');
    out('E sent', sent, 'lease left s', (task.run_at - Date.now()) / 1000);
  } finally { await service.stop(); }
});

it('F NUL and G use after release and I vault', async () => {
  const service = await startTestService({ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '2' });
  let stopped = false;
  try {
    const client = await service.client();
    const r = await service.api.inject({ method: 'POST', url: '/oauth/token', payload: { client_id: 'a\u0000b', client_secret: 'x' } });
    out('F', r.statusCode, r.body);
    const r2 = await service.api.inject({ method: 'POST', url: '/oauth/token', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'client_id=%00&client_secret=y' });
    out('F form', r2.statusCode);
    const tx = service.api.get(Transactions);
    const e = client.credentials.enterprise_id;
    const ins = `insert into customers.customer_references values ($1,$2,'person',gen_random_uuid())`;
    const late: Promise<unknown>[] = [];
    await tx.run({ role: 'app', enterpriseId: e }, async (t) => {
      const slow = sleep(100).then(() => t.query(ins, [e, 'late']));
      late.push(slow.then(() => out('G late statement succeeded'), (x) => out('G late failed', String(x))));
      await Promise.all([t.query('select 1/0'), slow]);
    }).catch((x) => out('G first transaction:', String(x)));
    // another's transactions on the pool's connections
    await Promise.all([0, 1].map(() => tx.run({ role: 'app', enterpriseId: e }, async (t) => { await t.query('select 1'); await sleep(300); })));
    await Promise.all(late);
    out('G rows of the failed transaction', await service.database.query(`select customer_reference_id from customers.customer_references`));
    const vault = await listenAlso(service.api, 0, '127.0.0.1');
    const port = (vault.address() as any).port;
    const s = connect(port, '127.0.0.1'); let got = '';
    s.on('data', (d) => (got += d)); s.on('error', (x) => out('I socket', String(x)));
    const body = JSON.stringify(aBusiness());
    s.write(`POST /deliver/businesses HTTP/1.1\r\nHost: x\r\nauthorization: Bearer ${client.token}\r\nservice-version: v2022-09-21\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`);
    await sleep(300);
    const t = Date.now();
    vault.close(); vault.closeIdleConnections(); stopped = true; await service.api.close();
    out('I app.close() done after', Date.now() - t, 'ms, the request unanswered:', got === '');
    s.write(body.slice(20)); await sleep(1000);
    out('I answer afterwards', got.split('\r\n')[0], got.split('\r\n\r\n')[1]);
    s.destroy();
  } finally { if (!stopped) await service.stop(); else await service.database.drop(); }
});
