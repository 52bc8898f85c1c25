import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { DAY_MS, MINUTE_MS, newYorkDate } from '@payments/kernel';
import { CutWindow, LookAtBank, OperateEntries, OperateFiles, Profiles } from '@payments/rails';
import { eventually } from '@payments/testing';
import { readAchFile } from '../../apps/bank/src/ach/file-reader.js';
import { Files } from '../../libs/rails/src/application/ports.js';
import { UploadFiles } from '../../libs/rails/src/application/upload-files.js';
import { remotePaths } from '../../libs/rails/src/application/remote-paths.js';
import type { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/command.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { startBankService } from '../support/rails/bank-service.js';
import type { BankService } from '../support/rails/bank-service.js';
import { verifiedParty } from '../support/sandbox.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/worker/src', 'migrations');

type Json = Record<string, unknown>;

/** A service, a worker, and clients that may use the connection. */
interface Scene {
  readonly bank: BankService;
  readonly worker: INestApplicationContext;
  client(): Promise<{ readonly client: ApiClient; readonly party: Party }>;
}

async function startScene(changes: Json = {}, settings: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const bank = await startBankService(changes, settings);
  const worker = await bank.service.startWorker();
  return {
    bank,
    worker,
    client: async () => {
      const client = await bank.service.client();
      bank.admit(client.credentials.enterprise_id, worker);
      return { client, party: await verifiedParty(client) };
    },
  };
}

const transfer = async (client: ApiClient, body: Json) => {
  const response = await client.post('/deliver/transfers', body);
  return (response.body['transfer'] as { id: string }).id;
};
const legsOf = ({ bank }: Scene, id: string) =>
  bank.service.database.query<Json & { status: string; trace_number: string }>(
    'SELECT * FROM transfers.legs WHERE transfer_id = $1 ORDER BY side',
    [id],
  );
const filesOf = ({ bank }: Scene) =>
  bank.service.database.query<Json & { state: string; reason: string | null }>('SELECT * FROM rails.files ORDER BY id');
const legStatus = async (scene: Scene, id: string, status: string) =>
  eventually(`the leg is ${status}`, async () => (await legsOf(scene, id))[0]?.status === status);

describe('files to a bank that acknowledges nothing', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene.bank.stop());

  it('carry a payout, which is accepted with its trace number and presumed settled', async () => {
    const { client, party } = await scene.client();
    const id = await transfer(client, aPayout(party, { speed: 'standard' }));
    await legStatus(scene, id, 'settled');
    const [leg] = await legsOf(scene, id);
    const entry = (await scene.bank.entries()).find(({ detail }) => detail.trace_number === leg!.trace_number);
    expect(entry!.detail).toMatchObject({
      transaction_code: 22,
      amount: Number(leg!['amount']),
      receiving_dfi: expect.stringMatching(/^\d{8}$/) as string,
      individual_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{15}$/) as string,
    });
    const results = await scene.bank.service.database.query<Json>(
      `SELECT kind, key, reported_at IS NOT NULL AS is_reported FROM rails.results WHERE end_to_end_id = $1 ORDER BY kind`,
      [leg!['end_to_end_id']],
    );
    expect(results).toEqual([
      { kind: 'accepted', key: `${String(leg!['end_to_end_id'])}-${leg!.trace_number}-0-a`, is_reported: true },
      { kind: 'settled', key: `${String(leg!['end_to_end_id'])}-${leg!.trace_number}-0-s`, is_reported: true },
    ]);
  });

  it('are told apart, though a connection of another name has used their trace numbers', async () => {
    const { client, party } = await scene.client();
    const before = await transfer(client, aPayout(party, { speed: 'standard' }));
    await legStatus(scene, before, 'settled');
    const [former] = await legsOf(scene, before);
    const { database } = scene.bank.service;
    await database.query(`UPDATE rails.entries SET connection = 'former-name' WHERE end_to_end_id = $1`, [
      former!['end_to_end_id'],
    ]);
    await database.query('UPDATE rails.trace_counters SET next = $1', [Number(former!.trace_number.slice(-7))]);
    const id = await transfer(client, aPayout(party, { speed: 'standard' }));
    await legStatus(scene, id, 'settled');
    expect((await legsOf(scene, id))[0]!.trace_number).toBe(former!.trace_number);
  });

  it('carry a debit in a batch of debits', async () => {
    const { client, party } = await scene.client();
    const id = await transfer(client, aDirectDebit(party));
    await legStatus(scene, id, 'released');
    const [leg] = await legsOf(scene, id);
    const entry = (await scene.bank.entries()).find(({ detail }) => detail.trace_number === leg!.trace_number);
    expect(entry!.detail.transaction_code).toBe(27);
  });

  it('are what the simulated bank accepts, and each is uploaded once', async () => {
    const files = await filesOf(scene);
    expect(files.length).toBeGreaterThan(0);
    expect(new Set(files.map(({ state }) => state))).toEqual(new Set(['uploaded']));
    expect(files.map((file) => file['file_name']).sort()).toEqual(scene.bank.names());
    for (const name of scene.bank.names()) {
      const { batches } = readAchFile(scene.bank.bytes(name));
      const [stored] = files.filter((file) => file['file_name'] === name);
      expect(batches.flatMap(({ entries }) => entries)).toHaveLength(stored!['entries'] as number);
    }
  });

  it('reject an order that cannot be written, and send nothing for it', async () => {
    const { client, party } = await scene.client();
    const before = scene.bank.names().length;
    const id = await transfer(client, aPayout(party, { speed: 'standard', account_statement_descriptor: 'REVERSAL' }));
    await legStatus(scene, id, 'rejected');
    expect(await legsOf(scene, id)).toMatchObject([{ network_reason_code: 'FF02' }]);
    expect(scene.bank.names()).toHaveLength(before);
  });

  it('reject the orders of an enterprise that has no company at the bank any more', async () => {
    const { client, party } = await scene.client();
    const before = scene.bank.names().length;
    // As after a restart with another profile: it was admitted when the rail was chosen, and is not when its order comes.
    const carrier = jest.spyOn(scene.worker.get(Profiles, { strict: false }), 'carrierOf').mockReturnValue(undefined);
    const id = await transfer(client, aPayout(party, { speed: 'standard' }));
    await legStatus(scene, id, 'rejected');
    carrier.mockRestore();
    expect(await legsOf(scene, id)).toMatchObject([{ network_reason_code: 'FF02' }]);
    expect(scene.bank.names()).toHaveLength(before);
  });

  it('hold the entries of several enterprises in batches of their own', async () => {
    const parties = [await scene.client(), await scene.client()];
    const ids = await Promise.all(
      parties.map(({ client, party }) => transfer(client, aPayout(party, { speed: 'standard' }))),
    );
    for (const id of ids) await legStatus(scene, id, 'settled');
    const rows = await scene.bank.service.database.query<{ for_enterprise: string; file_id: string }>(
      'SELECT for_enterprise, file_id, batch_no FROM rails.batches',
    );
    const own = new Set(parties.map(({ client }) => client.credentials.enterprise_id));
    expect(new Set(rows.map(({ for_enterprise }) => for_enterprise).filter((each) => own.has(each)))).toEqual(own);
  });
});

describe('balanced files', () => {
  it('have an offset in each batch, and both readers accept them', async () => {
    const format = { offset: 'balanced_batch', addenda: 'descriptor' };
    const scene = await startScene({ ach: format }, { SETTLEMENT_ACCOUNT: '1000200030' });
    const { client, party } = await scene.client();
    const id = await transfer(
      client,
      aPayout(party, { speed: 'standard', account_statement_descriptor: 'INVOICE 4711' }),
    );
    await legStatus(scene, id, 'settled');
    const entries = await scene.bank.entries();
    expect(entries.map(({ detail }) => [detail.transaction_code, detail.individual_name === 'OFFSET'])).toEqual([
      [22, false],
      [27, true],
    ]);
    expect(entries[0]!.addenda).toMatchObject({ values: { payment_related_information: 'INVOICE 4711' } });
    expect(() => readAchFile(scene.bank.bytes(scene.bank.names()[0]!))).not.toThrow();
    await scene.bank.stop();
  });

  it('carry what verifies an account, and a prenote without an offset', async () => {
    const settings = { SETTLEMENT_ACCOUNT: '1000200030', VERIFY_PROVIDERS: 'prenote' };
    const scene = await startScene({ ach: { offset: 'balanced_batch' } }, settings);
    const { client } = await scene.client();
    const verify = { account_number: '1234567890', routing_number: '021000021', account_holder_name: 'Ada Byron' };
    const { status, text } = await client.post('/verify/accounts', { ...verify, type: 'status' });
    expect([status, text]).toEqual([200, expect.any(String)]);
    await eventually('the bank has a file', () => Promise.resolve(scene.bank.names().length > 0));
    const entries = await scene.bank.entries();
    expect(entries.map(({ detail: { transaction_code, amount } }) => [transaction_code, amount])).toEqual([[23, 0]]);
    expect(() => readAchFile(scene.bank.bytes(scene.bank.names()[0]!))).not.toThrow();
    await scene.bank.stop();
  });
});

describe('a file whose name is taken at the bank', () => {
  it('is doubtful, nothing is overwritten, and its entries stay where they are', async () => {
    const scene = await startScene({ outbound: { directory: '/inbound', name: '{origin}_{date}_{modifier}.ach' } });
    const { client, party } = await scene.client();
    const name = `1234567890_${newYorkDate(new Date()).replaceAll('-', '')}_A.ach`;
    writeFileSync(join(scene.bank.root, 'inbound', name), 'somebody else');
    const id = await transfer(client, aPayout(party, { speed: 'standard' }));
    await eventually('it is doubtful', async () => (await filesOf(scene))[0]?.state === 'doubtful');
    expect(await filesOf(scene)).toMatchObject([{ reason: 'name_taken', attempts: 1 }]);
    expect(scene.bank.bytes(name).toString()).toBe('somebody else');
    expect((await legsOf(scene, id))[0]!.status).toBe('submitted');
    await scene.bank.stop();
  });
});

describe('a file whose upload broke off while it got its name, and could not be looked for then', () => {
  const doubt = async (reason: 'lost' | 'name_taken', isTemporaryLeft: boolean) => {
    const scene = await startScene({ release: { first_files_manual: 1 } });
    const { client, party } = await scene.client();
    const id = await transfer(client, aPayout(party, { speed: 'standard' }));
    await eventually('it is held', async () => (await filesOf(scene))[0]?.state === 'held');
    const [held] = await scene.worker.get(Files, { strict: false }).list({ states: ['held'] }, 1);
    const { temporary } = remotePaths(scene.worker.get(Profiles, { strict: false }).named('first-bank'), held!);
    if (isTemporaryLeft) writeFileSync(join(scene.bank.root, temporary), 'what was written until then');
    // In one transaction, so that no worker comes between.
    await scene.bank.service.database.query(`
      UPDATE rails.files SET state = 'sealed', attempts = 1;
      UPDATE rails.files SET state = 'uploading', may_exist = true;
      UPDATE rails.files SET state = 'doubtful', reason = '${reason}', next_attempt_at = now()`);
    return { scene, id };
  };
  const lookedAgain = (scene: Scene) =>
    eventually('it was looked for', async () => {
      const next = (await filesOf(scene))[0]!['next_attempt_at'] as Date;
      return next.getTime() > Date.now() || undefined;
    });

  it('goes out again once its temporary name is seen, exactly once', async () => {
    const { scene, id } = await doubt('lost', true);
    await legStatus(scene, id, 'settled');
    expect(await filesOf(scene)).toMatchObject([{ reason: null, attempts: 2 }]);
    expect(scene.bank.names()).toHaveLength(1);
    expect(await scene.bank.entries()).toHaveLength(1);
    await scene.bank.stop();
  });

  it.each([
    ['stays in doubt where neither of its names is there: the bank may have fetched it', 'lost', false],
    ['stays in doubt where another file had its name', 'name_taken', true],
  ] as const)('%s', async (_, reason, isTemporaryLeft) => {
    const { scene, id } = await doubt(reason, isTemporaryLeft);
    await lookedAgain(scene);
    expect(await filesOf(scene)).toMatchObject([{ state: 'doubtful', reason, attempts: 1 }]);
    expect((await legsOf(scene, id))[0]!.status).toBe('submitted');
    await scene.bank.stop();
  });

  it('is in doubt when it is too late to go out again, and no command gives its entries to another file', async () => {
    const { scene, id } = await doubt('lost', false);
    await lookedAgain(scene);
    const { database } = scene.bank.service;
    await database.query(`
      UPDATE rails.files SET state = 'sealed', copies = 2, cutoff_at = now(), next_attempt_at = now() + interval '1 hour'`);
    const files = scene.worker.get(OperateFiles, { strict: false });
    const file = String((await filesOf(scene))[0]!['id']);
    const decision = { actor: 'ada', reason: 'not received, ticket 4711' };
    const refile = () => files.withdraw(file, 'refile', decision);
    await expect(refile()).rejects.toThrow('may have paid a copy');
    await files.hold(file, decision);
    await expect(refile()).rejects.toThrow('may have paid a copy');
    await files.release(file, decision);
    await database.query('UPDATE rails.files SET next_attempt_at = NULL');
    await eventually('it is in doubt', async () => (await filesOf(scene))[0]!.state === 'doubtful');
    expect(await filesOf(scene)).toMatchObject([{ reason: 'late', copies: 2, attempts: 1 }]);
    await expect(refile()).rejects.toThrow('it is doubtful');
    await expect(files.resubmitNew(file, 'another', decision)).rejects.toThrow('name');
    await files.confirm(file, decision);
    await legStatus(scene, id, 'settled');
    expect(scene.bank.names()).toEqual([]);
    await scene.bank.stop();
  });
});

describe('a file whose totals the bank confirmed wrongly', () => {
  it('stays in doubt, though the bank has it under its name', async () => {
    const scene = await startScene({ acknowledgment: { kind: 'fedach' }, inbound: [{ directory: '/outbound' }] });
    const { client, party } = await scene.client();
    await transfer(client, aPayout(party, { speed: 'standard' }));
    await eventually('it is uploaded', async () => (await filesOf(scene))[0]?.state === 'uploaded');
    await scene.bank.service.database.query(`UPDATE rails.files SET state = 'doubtful', reason = 'ack_totals'`);
    const connection = scene.worker.get(Profiles, { strict: false }).named('first-bank');
    expect(await scene.worker.get(UploadFiles, { strict: false }).execute(connection)).toBe(false);
    expect(await filesOf(scene)).toMatchObject([{ state: 'doubtful', reason: 'ack_totals' }]);
    await scene.bank.stop();
  });
});

describe('the first files of a connection', () => {
  it('are held for an operator', async () => {
    const scene = await startScene({ release: { first_files_manual: 1 } });
    const { client, party } = await scene.client();
    const id = await transfer(client, aPayout(party, { speed: 'standard' }));
    await eventually('it is held', async () => (await filesOf(scene))[0]?.state === 'held');
    expect(await filesOf(scene)).toMatchObject([{ reason: 'first_files' }]);
    expect(scene.bank.names()).toEqual([]);
    const files = scene.worker.get(Files, { strict: false });
    const [held] = await files.list({ states: ['held'] }, 1);
    await files.save(held!, { ...held!, state: 'sealed', reason: null, released_by: ['ada'] });
    await legStatus(scene, id, 'settled');
    await scene.bank.stop();
  });
});

/** Keeps workers from cutting until its result is called. */
async function suspendCuts({ bank }: Scene): Promise<() => Promise<void>> {
  await bank.service.database.query(
    `INSERT INTO rails.connection_leases (connection, work, token, lease_until)
     VALUES ('first-bank', 'cut', gen_random_uuid(), now() + interval '1 hour')
     ON CONFLICT (connection, work) DO UPDATE SET lease_until = excluded.lease_until`,
  );
  return async () => {
    await bank.service.database.query(`UPDATE rails.connection_leases SET lease_until = 'epoch'`);
  };
}

describe('an entry that missed its window', () => {
  it('goes into the next one, and its hold follows: nothing is released early', async () => {
    const scene = await startScene();
    const { client, party } = await scene.client();
    const { database } = scene.bank.service;
    // The worker was away from the hand-over until after the cut-off.
    const resume = await suspendCuts(scene);
    const id = await transfer(client, aDirectDebit(party));
    await legStatus(scene, id, 'submitted');
    const [before] = await legsOf(scene, id);
    await database.query(
      `UPDATE rails.entries SET cut_at = cut_at - interval '1 hour', cutoff_at = cutoff_at - interval '1 hour'`,
    );
    await resume();
    await eventually('it was rolled', async () => {
      const [entry] = await database.query<{ retimed: boolean }>('SELECT retimed FROM rails.entries');
      return entry!.retimed;
    });
    await legStatus(scene, id, 'released');
    const [after] = await legsOf(scene, id);
    const time = (value: unknown) => (value as Date).getTime();
    expect(after!['effective_date']! >= before!['effective_date']!).toBe(true);
    expect(time(after!['settles_at'])).toBeGreaterThanOrEqual(time(before!['settles_at']));
    expect(time(after!['hold_until'])).toBeGreaterThanOrEqual(time(after!['settles_at']) + DAY_MS - MINUTE_MS);
    const [result] = await database.query<Json>(
      `SELECT retimed_effective_date FROM rails.results WHERE kind = 'accepted'`,
    );
    expect(result).toEqual({ retimed_effective_date: after!['effective_date'] });
    await scene.bank.stop();
  });
});

describe('a file that is cut before its window ends', () => {
  it('has the payments that wait for the end of its window, which are handed over for it', async () => {
    const hourly = await startScene({}, { SANDBOX_DAY_SECONDS: '3600' });
    const { service, root } = hourly.bank;
    const { client, party } = await hourly.client();
    const payouts = Array.from({ length: 11 }, () => transfer(client, aPayout(party, { speed: 'standard' })));
    for (const id of await Promise.all(payouts)) await legStatus(hourly, id, 'ready');
    const run = (...args: string[]) =>
      runCommand(['rails', ...args], {
        ...{ ...service.database.environment, PROCESSOR: 'bank', SETTLEMENT_ACCOUNT: '1000200030' },
        BANKS_FILE: join(root, '..', 'banks.json'),
      });
    const [row] = await service.database.query<{ cents: string }>('SELECT sum(amount) AS cents FROM transfers.legs');
    expect((await run('connections')).stdout).toMatch(
      new RegExp(` {2}outbound +11 payments \\(${row!.cents} cents, not handed over yet\\) of ach wait, cut in `),
    );
    const [window] = await hourly.worker.get(CutWindow, { strict: false }).list('first-bank');
    expect(window).toMatchObject({ entries: 0, payments: 11, cents: BigInt(row!.cents) });
    const { stdout } = await run('files', 'cut', window!.id, '--reason', 'the bank closes early');
    const id = / *(\S+) is \w+/.exec(stdout)![1]!;
    await eventually('it is uploaded', async () =>
      (await filesOf(hourly)).some((file) => file['id'] === id && file.state === 'uploaded'),
    );
    expect(await hourly.bank.entries()).toHaveLength(11);
    expect(await hourly.worker.get(CutWindow, { strict: false }).list()).toEqual([]);
    await hourly.bank.stop();
  });
});

describe('a file that an operator cuts early', () => {
  const decision = { actor: 'ada', reason: 'the bank closes early' };
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene.bank.stop());

  const windows = () => scene.worker.get(CutWindow, { strict: false });
  /** A payout whose window ends in an hour. */
  const waiting = async () => {
    const resume = await suspendCuts(scene);
    const { client, party } = await scene.client();
    const id = await transfer(client, aPayout(party, { speed: 'standard' }));
    await legStatus(scene, id, 'submitted');
    await scene.bank.service.database.query(
      `UPDATE rails.entries SET cut_at = cut_at + interval '1 hour', cutoff_at = cutoff_at + interval '1 hour'
       WHERE state = 'waiting'`,
    );
    await resume();
    const [window] = await windows().list('first-bank');
    return { id, window: window!, enterpriseId: client.credentials.enterprise_id };
  };

  it('keeps the cut-off of its window, so an upload that fails is not late', async () => {
    const { id, window, enterpriseId } = await waiting();
    expect(window).toMatchObject({ connection: 'first-bank', entries: 1 });
    const [inbound, away] = [join(scene.bank.root, 'inbound'), join(scene.bank.root, 'away')];
    renameSync(inbound, away);
    const { id: fileId } = await windows().cut(window.id, decision);
    await eventually('its upload fails', async () => (await filesOf(scene)).some(({ reason }) => reason === 'path'));
    const files = scene.worker.get(Files, { strict: false });
    expect(await files.find(fileId)).toMatchObject({ cut_by: 'ada', cutoff_at: window.cutoff_at, attempts: 1 });
    renameSync(away, inbound);
    await scene.worker.get(OperateFiles, { strict: false }).release(fileId, decision);
    await legStatus(scene, id, 'settled');
    const [accepted] = await scene.bank.service.database.query<{ occurred_at: Date; window_at: Date }>(
      `SELECT r.occurred_at, e.window_at FROM rails.results r JOIN rails.entries e USING (enterprise_id, end_to_end_id)
       WHERE enterprise_id = $1 AND kind = 'accepted'`,
      [enterpriseId],
    );
    expect(accepted!.occurred_at.getTime()).toBeLessThan(accepted!.window_at.getTime());
    const audit = await scene.bank.service.database.query<Json>(
      `SELECT actor, action, after->>'reason' AS reason FROM platform.audit
       WHERE enterprise_id = $1 AND subject_id = $2 ORDER BY id LIMIT 1`,
      [enterpriseId, fileId],
    );
    expect(audit).toEqual([{ action: 'file.cut', ...decision }]);
  });

  it('leaves out an order that was pulled before, which is rejected once', async () => {
    const { id, window, enterpriseId } = await waiting();
    const entries = scene.worker.get(OperateEntries, { strict: false });
    const endToEndId = (await legsOf(scene, id))[0]!['end_to_end_id'] as string;
    const outcomes = await Promise.allSettled([1, 2].map(() => entries.withdraw(endToEndId, decision, enterpriseId)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await legStatus(scene, id, 'rejected');
    expect(await legsOf(scene, id)).toMatchObject([{ network_reason_code: 'HELD' }]);
    const [found] = await entries.find(endToEndId);
    expect(found).toMatchObject({
      entry: { state: 'rejected', code: 'HELD', account_number: expect.stringMatching(/^\*{5}\d{4}$/) as string },
      results: [{ kind: 'rejected', code: 'HELD' }],
    });
    await expect(windows().cut(window.id, decision)).rejects.toThrow(/no entries wait for it/);
  });

  it('is what the bank has under its name, and its entries cannot be pulled any more', async () => {
    const { id, window } = await waiting();
    const { id: fileId } = await windows().cut(window.id, decision);
    await legStatus(scene, id, 'settled');
    expect(await scene.worker.get(LookAtBank, { strict: false }).execute(fileId)).toBe('same');
    const endToEndId = (await legsOf(scene, id))[0]!['end_to_end_id'] as string;
    const entries = scene.worker.get(OperateEntries, { strict: false });
    await expect(entries.withdraw(endToEndId, decision)).rejects.toThrow('it is settled already');
    const [file] = (await filesOf(scene)).filter((each) => each['id'] === fileId);
    writeFileSync(join(scene.bank.root, 'inbound', file!['file_name'] as string), 'something else');
    expect(await scene.worker.get(LookAtBank, { strict: false }).execute(fileId)).toBe('other');
  });

  it('is cut once by two operators, and not after its cut-off', async () => {
    const { window } = await waiting();
    const resume = await suspendCuts(scene);
    const outcomes = await Promise.allSettled([1, 2].map(() => windows().cut(window.id, decision)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const opened = await scene.worker.get(Files, { strict: false }).list({ states: ['building'] }, 10);
    expect(opened).toHaveLength(1);
    await resume();
    await eventually('it is uploaded', async () => (await filesOf(scene)).every(({ state }) => state === 'uploaded'));
    await expect(windows().cut(window.id, decision)).rejects.toThrow(/no entries wait for it/);
    const { window: late } = await waiting();
    const pause = await suspendCuts(scene);
    await scene.bank.service.database.query(
      `UPDATE rails.entries SET cutoff_at = now() - interval '1 second' WHERE state = 'waiting'`,
    );
    await expect(windows().cut(late.id, decision)).rejects.toThrow(/missed its cut-off/);
    await pause();
  });
});

describe('an operator', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene({ release: { mode: 'manual', first_files_manual: 0, four_eyes: true } });
  });
  afterAll(() => scene.bank.stop());

  const operations = () => scene.worker.get(OperateFiles, { strict: false });
  const by = (actor: string) => ({ actor, reason: 'compared with the bank' });
  const heldFile = async () => {
    const { client, party } = await scene.client();
    const id = await transfer(client, aPayout(party));
    const files = scene.worker.get(Files, { strict: false });
    const held = await eventually('a file is held', async () => (await files.list({ states: ['held'] }, 1))[0]);
    return { id, file: held, enterpriseId: client.credentials.enterprise_id };
  };

  it('releases a file with another one, and both are in the audit log', async () => {
    const { id, file, enterpriseId } = await heldFile();
    expect((await operations().release(file.id, by('ada'))).state).toBe('held');
    await expect(operations().release(file.id, by('ada'))).rejects.toThrow(/another operator/);
    expect((await operations().release(file.id, by('bob'))).state).toBe('sealed');
    await legStatus(scene, id, 'settled');
    const audit = await scene.bank.service.database.query<Json>(
      `SELECT actor, action FROM platform.audit WHERE enterprise_id = $1 AND subject_type = 'file' ORDER BY id`,
      [enterpriseId],
    );
    expect(audit).toEqual([
      { actor: 'ada', action: 'file.released' },
      { actor: 'bob', action: 'file.released' },
    ]);
  });

  it('releases a file with another one again when the bank has held it up since', async () => {
    const { id, file } = await heldFile();
    const [inbound, away] = [join(scene.bank.root, 'inbound'), join(scene.bank.root, 'away')];
    renameSync(inbound, away);
    for (const actor of ['ada', 'bob']) await operations().release(file.id, by(actor));
    await eventually('its upload fails', async () => (await filesOf(scene)).some(({ reason }) => reason === 'path'));
    renameSync(away, inbound);
    expect((await operations().release(file.id, by('ada'))).state).toBe('held');
    await operations().release(file.id, by('bob'));
    await legStatus(scene, id, 'settled');
  });

  it('withdraws a file, and its entries are rejected with HELD', async () => {
    const { id, file } = await heldFile();
    await operations().withdraw(file.id, 'fail', by('ada'));
    await legStatus(scene, id, 'rejected');
    expect(await legsOf(scene, id)).toMatchObject([{ network_reason_code: 'HELD' }]);
    await expect(operations().release(file.id, by('bob'))).rejects.toThrow(/withdrawn/);
  });

  it('refiles a file: its entries go into another one with other trace numbers', async () => {
    const { file } = await heldFile();
    await operations().withdraw(file.id, 'refile', by('ada'));
    const files = scene.worker.get(Files, { strict: false });
    const next = await eventually('the next part is held', async () => {
      const [held] = await files.list({ states: ['held'] }, 1);
      return held && held.id !== file.id ? held : undefined;
    });
    const [before, after] = [await files.batches(file.id), await files.batches(next.id)];
    expect(after[0]!.first_trace > before[0]!.last_trace).toBe(true);
    expect(await operations().verify(next.id)).toEqual({ stored: true, rendered: true });
    await operations().withdraw(next.id, 'fail', by('ada'));
  });

  it('cannot confirm or resubmit a file that nobody doubts', async () => {
    const { file } = await heldFile();
    await expect(operations().confirm(file.id, by('ada'))).rejects.toThrow(/it is held/);
    await expect(operations().resubmitSame(file.id, by('ada'))).rejects.toThrow(/it is held/);
    await expect(operations().resubmitNew(file.id, 'another', by('ada'))).rejects.toThrow(/name/);
  });
});
