import { eventually } from '@payments/testing';
import { BankStage } from '../support/bank/bank-stage.js';
import { REPORT_PATTERNS } from '../support/bank/report-patterns.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import { type BankService, startBankService } from '../support/rails/bank-service.js';
import { verifiedParty } from '../support/sandbox.js';

describe('a transfer through the simulated bank', () => {
  let bank: BankStage;
  let own: BankService;
  beforeAll(async () => {
    bank = new BankStage();
    own = await startBankService({
      channel: { kind: 'directory', root: bank.directory },
      inbound: [{ directory: '/outbound', stable_seconds: 0, poll_seconds: 1 }],
      acknowledgment: { kind: 'report', patterns: REPORT_PATTERNS },
      timing: { settlement_grace_minutes: 10_080 },
    });
  });
  afterAll(async () => {
    await own.stop();
    bank.remove();
  });

  const legsOf = (ids: readonly string[]) =>
    own.service.database.query<{ status: string; network_reason_code: string | null }>(
      `SELECT status, network_reason_code FROM transfers.legs WHERE transfer_id = ANY($1::uuid[])
       ORDER BY array_position($1::uuid[], transfer_id)`,
      [ids],
    );

  it('is accepted, rejected or returned as the bank says', async () => {
    const worker = await own.service.startWorker();
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
      await send({ ...aPayout(party, { speed: 'standard' }), amount: 10_050 }),
    ];
    // The bank acknowledges the file, refuses one entry and returns another. The third is presumed settled.
    await eventually('the legs are what the bank made of them', async () => {
      bank.now = Date.now();
      bank.bank.round();
      return (await legsOf(ids)).map(({ status }) => status).join() === 'returned,rejected,settled';
    });
    expect(await legsOf(ids)).toEqual([
      { status: 'returned', network_reason_code: 'R01' },
      { status: 'rejected', network_reason_code: 'R03' },
      { status: 'settled', network_reason_code: null },
    ]);
    const files = await own.service.database.query<{ state: string }>('SELECT DISTINCT state FROM rails.files');
    expect(files).toEqual([{ state: 'acknowledged' }]);
    expect(await own.service.database.query('SELECT kind FROM rails.exceptions')).toEqual([]);
    await expectSound(own.service.database);
  });
});
