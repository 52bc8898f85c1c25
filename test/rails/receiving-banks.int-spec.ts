import type { INestApplicationContext } from '@nestjs/common';
import { LoadParticipation } from '@payments/transfers';
import { eventually } from '@payments/testing';
import { withApplication } from '../../apps/cli/src/support/application.js';
import type { ApiClient } from '../support/api-client.js';
import { aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { startBankService } from '../support/rails/bank-service.js';
import type { BankService } from '../support/rails/bank-service.js';
import { verifiedParty } from '../support/sandbox.js';

/** The bank of the payee. */
const OWN = '021000021';
const NEW = '231380104';
const LIST = '/deliver/external/accounts';

describe('a FedACH directory', () => {
  let bank: BankService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let payee: Party;

  beforeAll(async () => {
    bank = await startBankService();
    worker = await bank.service.startWorker();
    client = await bank.service.client();
    bank.admit(client.credentials.enterprise_id, worker);
    payee = await verifiedParty(client);
  });
  afterAll(() => bank.stop());

  const load = (routing_number: string, new_routing_number: string | null) =>
    withApplication(bank.service.options.config, (app) =>
      app.get(LoadParticipation, { strict: false }).banks([{ routing_number, new_routing_number, name: 'A BANK' }]),
    );
  const pay = async () => {
    const response = await client.post('/deliver/transfers', aPayout(payee, { speed: 'standard' }));
    return (response.body['transfer'] as { id: string }).id;
  };
  const resultsOf = (transferId: string) =>
    bank.service.database.query<{ kind: string; code: string | null; has_correction: boolean }>(
      `SELECT r.kind, r.code, r.correction IS NOT NULL AS has_correction FROM rails.results r
       JOIN transfers.legs l ON l.end_to_end_id = r.end_to_end_id WHERE l.transfer_id = $1 ORDER BY r.id`,
      [transferId],
    );
  const statusOf = async (id: string) => {
    const response = await client.get(`/deliver/transfers/${id}`);
    return response.body['transfer'] as { status: string; status_reasons: readonly object[] };
  };

  it('without the bank of a payee has the payment rejected, and nothing filed', async () => {
    await load('011000015', null);
    const id = await pay();
    await eventually('the payment has failed', async () => (await statusOf(id)).status === 'failed');
    expect(JSON.stringify((await statusOf(id)).status_reasons)).toMatch(/invalid_routing.*RC04/);
    expect(await resultsOf(id)).toEqual([{ kind: 'rejected', code: 'RC04', has_correction: false }]);
    expect(bank.names()).toEqual([]);
  });

  it('with a new routing number has the payment sent as given, and the new one told', async () => {
    await load(OWN, NEW);
    const id = await pay();
    await eventually('the payment is settled', async () =>
      (await resultsOf(id)).some(({ kind }) => kind === 'settled'),
    );
    const [entry] = await bank.entries();
    expect(`${entry!.detail.receiving_dfi}${entry!.detail.check_digit}`).toBe(OWN);
    expect(await resultsOf(id)).toEqual([
      { kind: 'notification_of_change', code: 'C02', has_correction: true },
      { kind: 'accepted', code: null, has_correction: false },
      { kind: 'settled', code: null, has_correction: false },
    ]);
    await eventually('the account shows it', async () => {
      const { body } = await client.get(LIST);
      return JSON.stringify(body).includes(NEW);
    });
  });
});
