import type { INestApplicationContext } from '@nestjs/common';
import { Profiles, ReconcileConnection } from '@payments/rails';
import { eventually } from '@payments/testing';
import { BankStage } from '../support/bank/bank-stage.js';
import { REPORT_PATTERNS } from '../support/bank/report-patterns.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import { type BankService, startBankService } from '../support/rails/bank-service.js';
import { verifiedParty } from '../support/sandbox.js';

describe('the ledger, the files and the statements of a bank', () => {
  let bank: BankStage;
  let own: BankService;
  let worker: INestApplicationContext;
  const query = <Row>(sql: string, values: readonly unknown[] = []) => own.service.database.query<Row>(sql, values);

  beforeAll(async () => {
    bank = new BankStage();
    own = await startBankService({
      channel: { kind: 'directory', root: bank.directory },
      inbound: [{ directory: '/outbound', stable_seconds: 0, poll_seconds: 1 }],
      acknowledgment: { kind: 'report', patterns: REPORT_PATTERNS },
      settle_on: 'statement',
      statements: { reconcile_after_minutes: 0 },
    });
    worker = await own.service.startWorker();
  });
  afterAll(async () => {
    await own.stop();
    bank.remove();
  });

  const reconcile = async () => {
    const [connection] = worker.get(Profiles, { strict: false }).connections;
    let found: Awaited<ReturnType<ReconcileConnection['execute']>>;
    await eventually('the worker lets the connection go', async () => {
      found = await worker.get(ReconcileConnection, { strict: false }).execute(connection!);
      return found !== undefined;
    });
    return found!;
  };
  const breaks = async () => (await reconcile()).breaks.map(({ kind, difference }) => `${kind} ${difference}`).sort();

  it('agree to the cent, and a cent that differs in one of them is found and named', async () => {
    const client = await own.service.client();
    own.admit(client.credentials.enterprise_id, worker);
    const party = await verifiedParty(client);
    const send = async (body: object) => {
      const { body: answer } = await client.post('/deliver/transfers', body);
      return (answer['transfer'] as { id: string }).id;
    };
    const ids = [
      await send({ ...aDirectDebit(party), amount: 10_001 }),
      await send({ ...aDirectDebit(party), amount: 10_026 }),
      await send({ ...aDirectDebit(party), amount: 10_030 }),
      await send({ ...aPayout(party, { speed: 'standard' }), amount: 10_050 }),
      // The bank books it on an earlier day, in the ledger and in a statement that the other one is in too.
      await send({ ...aPayout(party, { speed: 'same_day' }), amount: 10_060 }),
    ];
    const statuses = async () =>
      (
        await query<{ status: string }>(
          `SELECT status FROM transfers.legs WHERE transfer_id = ANY($1::uuid[])
           ORDER BY array_position($1::uuid[], transfer_id)`,
          [ids],
        )
      ).map(({ status }) => status);
    // Nothing is presumed: the statement settles what it confirms.
    await eventually('the legs are what the bank made of them', async () => {
      bank.now = Math.max(bank.now, Date.now());
      bank.pass(1);
      const [returned, rejected, debit, payout, sameDay] = await statuses();
      return (
        returned === 'returned' &&
        rejected === 'rejected' &&
        ['settled', 'released'].includes(debit!) &&
        payout === 'settled' &&
        sameDay === 'settled'
      );
    });
    await eventually('the three books agree', async () => (await breaks()).length === 0);
    await expectSound(own.service.database);

    const [payout] = await query<{ end_to_end_id: string }>(
      `SELECT end_to_end_id FROM transfers.legs WHERE transfer_id = $1`,
      [ids[3]],
    );
    const plant = async (cent: number) => {
      await query(`UPDATE ledger.entries SET amount = amount + ${cent} WHERE subject_id = $1 AND kind = 'settle'`, [
        ids[3],
      ]);
      await query(`UPDATE ledger.balances SET balance = balance + ${cent} WHERE account = 'cash'`);
    };
    for (const cent of [1, -1]) {
      await plant(cent);
      expect((await reconcile()).breaks).toMatchObject([
        {
          kind: 'amount',
          ...{ ...payout, for_enterprise: client.credentials.enterprise_id, difference: BigInt(-cent) },
        },
        { kind: 'balance', difference: BigInt(cent) },
      ]);
      await plant(-cent);
      expect(await breaks()).toEqual([]);
    }

    await query(`DELETE FROM ledger.entries WHERE subject_id = $1 AND kind = 'settle'`, [ids[2]]);
    await query(`UPDATE ledger.balances SET balance = balance + 10030 WHERE account = 'cash'`);
    expect(await breaks()).toEqual(['balance 10030', 'rails_only -10030']);
  });
});
