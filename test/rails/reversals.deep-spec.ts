import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { OperateEntries, RequestReversal, ResolveException } from '@payments/rails';
import { achLines, addenda99, asFile, eventually } from '@payments/testing';
import { DecidedReturns } from '../../libs/rails/src/application/inbound/decided-returns.js';
import { readAchFile } from '../../apps/bank/src/ach/file-reader.js';
import type { ApiClient } from '../support/api-client.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { startBankService } from '../support/rails/bank-service.js';
import type { BankService } from '../support/rails/bank-service.js';
import { verifiedParty } from '../support/sandbox.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'libs/transfers/src', 'apps/cli/src', 'migrations');

interface EntryRow {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly state: string;
  readonly trace: string;
  readonly routing_number: string;
  readonly individual_id: string;
  readonly transaction_code: number;
  readonly amount: number;
}

describe('the reversal of an entry', () => {
  let bank: BankService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let party: Party;
  const get = <T>(type: abstract new (...args: never[]) => T) => worker.get<T>(type, { strict: false });
  const query = <Row>(sql: string, values: readonly unknown[] = []) => bank.service.database.query<Row>(sql, values);

  beforeAll(async () => {
    bank = await startBankService({
      inbound: [{ directory: '/outbound', stable_seconds: 0, poll_seconds: 1 }],
    });
    mkdirSync(join(bank.root, 'outbound'), { recursive: true });
    worker = await bank.service.startWorker();
    client = await bank.service.client();
    bank.admit(client.credentials.enterprise_id, worker);
    party = await verifiedParty(client);
  });
  afterAll(() => bank.stop());

  const COLUMNS = `id, end_to_end_id, state, trace, routing_number, individual_id, transaction_code, amount::int AS amount`;
  const reversalOf = async (id: string) =>
    (await query<EntryRow>(`SELECT ${COLUMNS} FROM rails.entries WHERE reverses = $1`, [id]))[0];
  const exceptionsOf = (id: string) =>
    query<Record<string, unknown>>(`SELECT kind, state, code, resolution FROM rails.exceptions WHERE id = $1`, [id]);
  /** Cents by account that a reversal moved. */
  const netOf = async (subject: string) =>
    Object.fromEntries(
      (
        await query<{ account: string; net: number }>(
          `SELECT account, sum(cents)::int AS net FROM (
             SELECT debit_account AS account, -amount AS cents FROM ledger.entries WHERE subject_id = $1
             UNION ALL SELECT credit_account, amount FROM ledger.entries WHERE subject_id = $1) AS moved
           GROUP BY account HAVING sum(cents) <> 0 ORDER BY account`,
          [subject],
        )
      ).map(({ account, net }) => [account, net]),
    );

  /** A payment that has settled. */
  async function settled(body: Record<string, unknown>): Promise<EntryRow> {
    const response = await client.post('/deliver/transfers', body);
    const { id } = response.body['transfer'] as { id: string };
    const find = () =>
      query<EntryRow>(
        `SELECT ${COLUMNS} FROM rails.entries WHERE state = 'settled'
           AND end_to_end_id IN (SELECT end_to_end_id FROM transfers.legs WHERE transfer_id = $1)`,
        [id],
      );
    await eventually('the payment is settled', async () => (await find()).length === 1);
    return (await find())[0]!;
  }

  const request = (entry: EntryRow, actor: string) =>
    get(RequestReversal).execute({ endToEndId: entry.end_to_end_id, reason: 'duplicate', actor });

  /** A reversal that two operators decided on. */
  async function approved(entry: EntryRow): Promise<EntryRow> {
    await request(entry, 'ada');
    await request(entry, 'grace');
    await eventually('the reversal is an entry', async () => (await reversalOf(entry.id)) !== undefined);
    return (await reversalOf(entry.id))!;
  }

  /** A reversal that has settled. */
  async function reversed(entry: EntryRow): Promise<EntryRow> {
    await approved(entry);
    await eventually('the reversal is settled', async () => (await reversalOf(entry.id))?.state === 'settled');
    return (await reversalOf(entry.id))!;
  }

  /** Nobody cuts files while another worker seems to. */
  async function whileNobodyCuts(work: () => Promise<void>): Promise<void> {
    await query(`INSERT INTO rails.connection_leases (connection, work, token, lease_until)
      VALUES ('first-bank', 'cut', gen_random_uuid(), 'infinity')
      ON CONFLICT (connection, work) DO UPDATE SET lease_until = 'infinity'`);
    try {
      await work();
    } finally {
      await query(`DELETE FROM rails.connection_leases WHERE connection = 'first-bank' AND work = 'cut'`);
    }
  }

  function putReturn({ trace, routing_number, individual_id, transaction_code, amount }: EntryRow, sequence: number) {
    const dfi = routing_number.slice(0, 8);
    const own = `${dfi}${String(sequence).padStart(7, '0')}`;
    const addenda = [addenda99({ code: 'R03', original: trace, originalDfi: dfi, trace: own })];
    const code = transaction_code - 1;
    const entries = [{ code, amount, routing: '091000019', id: individual_id, account: '', sequence, addenda }];
    const bytes = asFile(achLines([{ odfi: dfi, entries }]));
    writeFileSync(join(bank.root, 'outbound', `return-${sequence}.ach`), bytes);
  }

  it('is requested by one operator and approved by another, never by the same', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    expect(await request(entry, 'ada')).toMatchObject({ approved: false });
    await expect(request(entry, 'ada')).rejects.toThrow('another operator must approve it');
    await expect(
      get(RequestReversal).execute({ endToEndId: entry.end_to_end_id, reason: 'wrong_date', actor: 'grace' }),
    ).rejects.toThrow('ada requested its reversal with the reason duplicate');
    expect(await reversalOf(entry.id)).toBeUndefined();
    expect(await request(entry, 'grace')).toMatchObject({ approved: true });
    await expect(request(entry, 'joan')).rejects.toThrow('approved by grace already');
    const actions = await query<{ action: string; actor: string }>(
      `SELECT action, actor FROM platform.audit WHERE subject_id = $1 ORDER BY id`,
      [entry.id],
    );
    expect(actions).toEqual([
      { action: 'entry.reversal_requested', actor: 'ada' },
      { action: 'entry.reversal_approved', actor: 'grace' },
    ]);
    await eventually('the reversal is settled', async () => (await reversalOf(entry.id))?.state === 'settled');
  });

  it('of a payout debits the receiver in a batch REVERSAL, and its money is in suspense until it is booked', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    const reversal = await reversed(entry);
    const files = bank.names().map((name) => readAchFile(bank.bytes(name)));
    const batch = files
      .flatMap(({ batches }) => batches)
      .find(({ entries }) => entries.some(({ trace }) => trace === reversal.trace))!;
    expect(batch).toMatchObject({
      header: { description: 'REVERSAL', serviceClass: '225' },
      entries: [{ account: '1234567890', cents: entry.amount }],
    });
    expect(reversal).toMatchObject({
      ...{ transaction_code: entry.transaction_code + 5, amount: entry.amount },
      ...{ routing_number: entry.routing_number },
    });
    expect(await netOf(reversal.id)).toEqual({ cash: -entry.amount, suspense: entry.amount });
    expect(await exceptionsOf(reversal.id)).toMatchObject([{ kind: 'reversal', state: 'open' }]);
    await expectSound(bank.service.database);

    const operator = { actor: 'ada', reason: 'final' };
    await expect(get(ResolveException).ignore(reversal.id, operator)).rejects.toThrow('are in suspense');
    await get(ResolveException).book(reversal.id, client.credentials.enterprise_id, operator);
    expect(await netOf(reversal.id)).toEqual({ available: entry.amount, cash: -entry.amount });
    expect(await exceptionsOf(reversal.id)).toMatchObject([{ state: 'resolved' }]);
    await expectSound(bank.service.database);
  });

  it('of a debit credits the receiver, and is charged to the enterprise', async () => {
    const entry = await settled(aDirectDebit(party));
    const reversal = await reversed(entry);
    expect(reversal.transaction_code).toBe(entry.transaction_code - 5);
    expect(await netOf(reversal.id)).toEqual({ cash: entry.amount, suspense: -entry.amount });
    await get(ResolveException).book(reversal.id, client.credentials.enterprise_id, { actor: 'ada', reason: 'final' });
    expect(await netOf(reversal.id)).toEqual({ available: -entry.amount, cash: entry.amount });
  });

  it('tells the service nothing: the transfer stays as it is', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    const reversal = await reversed(entry);
    expect(await query('SELECT 1 FROM rails.results WHERE end_to_end_id = $1', [reversal.end_to_end_id])).toEqual([]);
    expect(await query('SELECT kind FROM transfers.processor_results WHERE end_to_end_id LIKE $1', ['R%'])).toEqual([]);
  });

  it('that comes back before it is booked leaves nothing in suspense', async () => {
    const reversal = await reversed(await settled(aPayout(party, { speed: 'standard' })));
    putReturn(reversal, 1);
    await eventually('it is returned', async () => (await exceptionsOf(reversal.id))[0]!['code'] === 'R03');
    await eventually('its money went back', async () => Object.keys(await netOf(reversal.id)).length === 0);
    await get(ResolveException).ignore(reversal.id, { actor: 'ada', reason: 'came back' });
    await expectSound(bank.service.database);
  });

  it('that comes back after it was booked is shown again, and charged once', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    const reversal = await reversed(entry);
    const operator = { actor: 'ada', reason: 'final' };
    const { enterprise_id } = client.credentials;
    await get(ResolveException).book(reversal.id, enterprise_id, operator);
    putReturn(reversal, 2);
    await eventually(
      'its money is in suspense again',
      async () => (await netOf(reversal.id))['suspense'] !== undefined,
    );
    expect(await netOf(reversal.id)).toEqual({ available: entry.amount, suspense: -entry.amount });
    expect(await exceptionsOf(reversal.id)).toMatchObject([{ state: 'open', code: 'R03' }]);
    await expectSound(bank.service.database);
    await get(ResolveException).book(reversal.id, enterprise_id, operator);
    expect(await netOf(reversal.id)).toEqual({});
    await expect(get(ResolveException).book(reversal.id, enterprise_id, operator)).rejects.toThrow('resolved already');
    await expectSound(bank.service.database);
  });

  it('that is booked while it comes back is shown again, and charged', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    const reversal = await reversed(entry);
    const [decided, operator] = [get(DecidedReturns), { actor: 'ada', reason: 'final' }];
    const book = () => get(ResolveException).book(reversal.id, client.credentials.enterprise_id, operator);
    const run = decided.run.bind(decided);
    const spy = jest.spyOn(decided, 'run').mockImplementationOnce(async (...of) => {
      await book();
      return run(...of);
    });
    putReturn(reversal, 6);
    await eventually('it is shown again', async () => {
      const [{ state, code } = {}] = await exceptionsOf(reversal.id);
      return state === 'open' && code === 'R03' && (await netOf(reversal.id))['suspense'] === -entry.amount;
    });
    spy.mockRestore();
    await expectSound(bank.service.database);
    await book();
    expect(await netOf(reversal.id)).toEqual({});
  });

  it('can be pulled while it waits, and requested again afterwards', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    await whileNobodyCuts(async () => {
      const { id, end_to_end_id } = await approved(entry);
      const operator = { actor: 'ada', reason: 'a mistake' };
      await expect(get(ResolveException).ignore(id, operator)).rejects.toThrow('the reversal is on its way');
      await get(OperateEntries).withdraw(end_to_end_id, operator);
      await get(ResolveException).ignore(id, operator);
      expect(await request(entry, 'ada')).toMatchObject({ approved: false });
    });
  });

  it('does not go out once its payment came back', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    await whileNobodyCuts(async () => {
      const { id } = await approved(entry);
      putReturn(entry, 3);
      await eventually('the reversal is rejected', async () => (await reversalOf(entry.id))!.state === 'rejected');
      await get(ResolveException).ignore(id, { actor: 'ada', reason: 'came back' });
    });
    expect(await query('SELECT state FROM rails.entries WHERE id = $1', [entry.id])).toEqual([{ state: 'returned' }]);
    await expectSound(bank.service.database);
  });

  it('does not go out once a part of its payment was told to come back, which can be booked', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    const told = () =>
      query<{ id: string }>('SELECT id FROM rails.exceptions WHERE original_trace = $1', [entry.trace]);
    await whileNobodyCuts(async () => {
      await approved(entry);
      putReturn({ ...entry, amount: 4_000 }, 4);
      await eventually('the part is an exception', async () => (await told()).length === 1);
    });
    await eventually('the reversal is rejected', async () => (await reversalOf(entry.id))!.state === 'rejected');
    await expect(request(entry, 'ada')).rejects.toThrow('of a part of it is undecided');
    const operator = { actor: 'ada', reason: 'case 4711' };
    const [exception] = await told();
    expect(await get(ResolveException).book(exception!.id, client.credentials.enterprise_id, operator)).toBe(4_000n);
    await expect(request(entry, 'ada')).rejects.toThrow(`4000 of ${entry.amount} cents of the payment`);
    await expectSound(bank.service.database);
  });

  it('that settled although its payment came back can be booked even so', async () => {
    const entry = await settled(aPayout(party, { speed: 'standard' }));
    const reversal = await reversed(entry);
    // As earlier releases could leave it.
    await query(`UPDATE rails.entries SET state = 'returned', return_trace = 'r1' WHERE id = $1`, [entry.id]);
    await query(
      `INSERT INTO rails.postings (enterprise_id, id, key, connection, kind, file, batch, end_to_end_id, day, direction, class,
         amount, count, refs, entry_refs)
       SELECT enterprise_id, gen_random_uuid(), 'return:' || id, connection, 'return', 'x', trace, end_to_end_id, effective_date,
         'credit', 'ach_return', amount, 1, '{}', ARRAY[trace, end_to_end_id, return_trace] FROM rails.entries WHERE id = $1`,
      [entry.id],
    );
    await get(ResolveException).book(reversal.id, client.credentials.enterprise_id, { actor: 'ada', reason: 'final' });
    expect(await netOf(reversal.id)).toEqual({ available: entry.amount, cash: -entry.amount });
  });
});
