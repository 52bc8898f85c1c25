import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { Clock, newId } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import { ConnectionLeases, ConnectionStates, Entries, Files, Payloads, Profiles } from '@payments/rails';
import type { ConnectionState } from '@payments/rails';
import { Client } from 'pg';
import { Channels } from '../../libs/rails/src/application/ports.js';
import { SendFile } from '../../libs/rails/src/application/send-file.js';
import { UploadFiles } from '../../libs/rails/src/application/upload-files.js';
import { ChannelError } from '../../libs/rails/src/domain/channel-error.js';
import { runCommand } from '../support/command.js';
import { storeStatement } from '../support/rails/files-at-bank.js';
import { InboundStage } from '../support/rails/inbound-stage.js';
import { anEntry, aPlan } from '../support/rails/rails-stage.js';
import { readWhole, recordStatements } from '../support/recorded-statements.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/cli/src', 'migrations');

type State = ConnectionState & { readonly waiting: readonly Record<string, unknown>[] };

describe('payments rails connections', () => {
  let stage: InboundStage;
  beforeEach(async () => {
    stage = await InboundStage.start({ profile: { acknowledgment: { kind: 'fedach', within_minutes: 1 } } });
  });
  afterEach(() => stage.stop());

  const run = (...args: string[]) =>
    runCommand(['rails', 'connections', ...args], {
      ...stage.service.database.environment,
      ...{ PROCESSOR: 'bank', BANKS_FILE: join(stage.bank.directory, 'banks.json') },
    });
  const stateOf = async () => {
    const { stdout, stderr } = await run('--json');
    if (stdout === '') throw new Error(stderr);
    const { connections } = JSON.parse(stdout) as { connections: [{ state: State }] };
    return connections[0].state;
  };
  const upload = async () => {
    const [connection] = stage.get(Profiles).connections;
    const sendFile = new SendFile(stage.get(Channels), stage.get(Payloads));
    const log = new Log('test', 'silent');
    const worker = new UploadFiles(
      ...([
        stage.get(Files),
        stage.get(ConnectionLeases),
        sendFile,
        stage.get(Clock),
        stage.get(Metrics),
        log,
      ] as const),
    );
    // Once as the worker that finds it interrupted, once as the worker that sends it.
    for (let round = 0; round < 2; round += 1) await worker.execute(connection!);
  };
  const directory = (name: string) => join(stage.bank.directory, name);
  const aTime = expect.any(String) as string;

  it('shows that no worker has done anything yet', async () => {
    const never = { succeeded_at: null, failed_at: null, failures: 0, failure: null, retry_at: null };
    expect(await stateOf()).toEqual({
      channel: [
        { work: 'fetch', ...never },
        { work: 'upload', ...never },
      ],
      ...{ files: [], unacknowledged: 0, inbound: [], exceptions: 0, exceptions_overdue: 0, breaks: 0 },
      ...{ statement_day: null, reconciled_at: null, waiting: [] },
    });
    expect((await run()).stdout).toMatch(
      /\nfirst-bank\n {2}fetch +nothing was done yet\n {2}upload +nothing was done yet\n/,
    );
  });

  it('shows each direction by itself: its last success, and its failures since with their cause', async () => {
    await stage.fetch();
    await stage.send([{ cents: 1_000, state: 'filed' }], { toBank: false, state: 'uploading' });
    await stage.service.database.query(`UPDATE rails.files SET cutoff_at = now() + interval '1 day'`);
    renameSync(directory('inbound'), directory('elsewhere'));
    await upload();
    const [fetch, failing] = (await stateOf()).channel;
    expect(fetch).toMatchObject({ work: 'fetch', succeeded_at: aTime, failures: 0, failed_at: null, failure: null });
    expect(failing).toMatchObject({
      ...{ work: 'upload', failures: 1, failed_at: aTime, failure: expect.stringMatching(/^\w+ path: /) as string },
    });
    expect((await stateOf()).files).toMatchObject([{ state: 'held', reason: 'path', files: 1 }]);

    renameSync(directory('outbound'), directory('nowhere'));
    for (let round = 0; round < 2; round += 1) {
      stage.watch.notBefore = -Infinity;
      await stage.fetch();
    }
    expect((await stateOf()).channel[0]).toMatchObject({
      ...{ work: 'fetch', succeeded_at: aTime, failures: 2, retry_at: aTime },
      failure: expect.stringMatching(/^list path: .*outbound: ENOENT$/) as string,
    });
    const { stdout } = await run();
    expect(stdout).toMatch(
      / {2}fetch +failed 2 times, last 0 min ago: list path: .*outbound: ENOENT; succeeded 0 min ago; next attempt /,
    );
    expect(stdout).toMatch(/ {2}outbound +1 file held \(path\)/);

    renameSync(directory('nowhere'), directory('outbound'));
    stage.watch.notBefore = -Infinity;
    await stage.fetch();
    expect((await stateOf()).channel[0]).toMatchObject({ failures: 0, retry_at: null, failed_at: aTime });
    expect((await run()).stdout).toMatch(/ {2}fetch +succeeded 0 min ago; last failed 0 min ago: list path/);
  });

  it('shows what is due, and what waits for a person', async () => {
    await stage.as(stage.enterprises[0]!, () => {
      const plan = aPlan({ window_key: 'ach/2099-07-15T13:45:00.000Z' });
      const cut_at = new Date('2099-07-15T13:45:00Z');
      return stage.get(Entries).add(newId(), [anEntry({ plan, cut_at }), anEntry({ plan, cut_at })]);
    });
    await stage.send([{ cents: 1_000 }], { toBank: false });
    await stage.service.database.query(`UPDATE rails.files SET uploaded_at = now() - interval '30 days'`);
    stage.bank.putOutbound('damaged.ach', Buffer.from('101 '.padEnd(94, '0')));
    await stage.receive();
    await stage.service.database.query(
      `INSERT INTO rails.exceptions (id, key, connection, kind, due_date, created_at)
       SELECT gen_random_uuid(), due::text, connection, 'return_requested', due, now()
       FROM unnest(ARRAY['first-bank', 'second-bank']) AS c(connection),
         unnest(ARRAY['2020-01-01', '2099-01-01']::date[]) AS d(due)`,
    );
    expect(await stateOf()).toMatchObject({
      waiting: [{ rail: 'ach', entries: 2, cut_at: '2099-07-15T13:45:00.000Z' }],
      inbound: [{ state: 'quarantined', files: 1 }],
      ...{ unacknowledged: 1, exceptions: 2, exceptions_overdue: 1, breaks: 0 },
    });
    const { stdout } = await run();
    expect(stdout).toMatch(/ {2}outbound +2 entries of ach wait, cut in \d+ d \d+ h\n +1 acknowledgment overdue\n/);
    expect(stdout).toMatch(/ {2}inbound +1 file quarantined, the oldest 0 min ago\n/);
    expect(stdout).toMatch(/ {2}open +2 exceptions, 1 past the due date\n/);
    expect(stdout).toMatch(/ {2}statement +none yet\n/);
  });

  it('says whether the newest statement was compared, whenever an earlier one was', async () => {
    const { api, database } = stage.service;
    await storeStatement(api, { connection: 'first-bank', enterpriseId: null });
    await database.query(
      `INSERT INTO rails.statements (id, connection, inbound_id, ordinal, format, bank_id, account, day, purpose, status, state,
         opening, closing, digest, received_at, reconciled_at)
       SELECT gen_random_uuid(), connection, gen_random_uuid(), 1, format, 'ST-28', account, '2026-07-14', purpose, status, state,
         0, 100000, digest, now(), now() FROM rails.statements`,
    );
    await database.query(`INSERT INTO rails.reconciliations VALUES ('first-bank', '2026-07-14', 0, 0, now(), now())`);
    expect(await stateOf()).toMatchObject({ statement_day: '2026-07-15', reconciled_at: null });
    expect((await run()).stdout).toMatch(/ {2}statement +of 2026-07-15, not compared yet\n/);

    await database.query('UPDATE rails.statements SET reconciled_at = now()');
    expect((await run()).stdout).toMatch(/ {2}statement +of 2026-07-15, compared 0 min ago\n/);
  });

  it('keeps what is known of a bank when work ends without using the channel', async () => {
    await stage.fetch();
    const [known] = (await stateOf()).channel;
    const leases = stage.get(ConnectionLeases);
    await leases.release((await leases.take('first-bank', 'fetch', 60_000))!);
    expect((await stateOf()).channel[0]).toEqual(known);
    const failure = new ChannelError('list', 'broken', 'the line went dead');
    await leases.release((await leases.take('first-bank', 'fetch', 60_000))!, { succeeded: true, failure });
    expect((await stateOf()).channel[0]).toMatchObject({
      ...{ failures: 1, failure: 'list broken: the line went dead', retry_at: null },
    });
  });

  it('reads no table whole', async () => {
    await stage.service.database.query(
      `INSERT INTO rails.exceptions (id, key, connection, kind, created_at)
       SELECT gen_random_uuid(), n::text, 'bank-' || n % 50, 'return_requested', now() FROM generate_series(1, 1000) AS n`,
    );
    await stage.service.database.query('ANALYZE rails.exceptions');
    const recording = recordStatements();
    const planner = new Client({ connectionString: stage.service.database.appUrl });
    await planner.connect();
    try {
      await stage.get(ConnectionStates).of(stage.get(Profiles).connections[0]!, new Date());
      const names = ['read-channel-work', 'read-files-on-the-way', 'count-unacknowledged', 'read-inbound-on-the-way'];
      for (const name of [...names, 'read-open-of-connection']) {
        expect([name, await readWhole(planner, recording.statements.get(name)!)]).toEqual([name, []]);
      }
    } finally {
      recording.stop();
      await planner.end();
    }
  });
});
