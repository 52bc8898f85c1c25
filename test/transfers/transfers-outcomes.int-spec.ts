import type { ApiClient } from '../support/api-client.js';
import { expectLedgerSound } from '../support/ledger-sound.js';
import type { Party } from '../support/parties.js';
import { advance, balanceOf, enterpriseParty, FROZEN, historyOf, netOf, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { CENTS, endingOf, SPEEDS, USE_CASES } from '../support/transfer-endings.table.js';
import type { UseCase } from '../support/transfer-endings.table.js';

const OPENING = 100_000_000;
const RAIL_TYPE = (networkCode: string) => (/^[RC]\d\d$/.test(networkCode) ? 'ach' : 'rtp');

const cases = USE_CASES.flatMap((useCase) =>
  SPEEDS.flatMap((speed) => CENTS.map((cents) => ({ useCase, speed, cents, ending: endingOf(useCase, speed, cents) }))),
).map((each, position) => ({ ...each, amount: (position + 1) * 100 + Number(each.cents) }));

describe('the outcomes of the sandbox', () => {
  let service: TestService;
  let client: ApiClient;
  const ids = new Map<number, string>();

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    client = await service.client();
    const [payer, payee, enterprise] = [
      await verifiedParty(client),
      await verifiedParty(client),
      await enterpriseParty(client),
    ];
    const parties: Record<UseCase, { source?: Party; destination?: Party }> = {
      payout: { destination: payee },
      direct_debit: { source: payer },
      deposit: { source: payer, destination: enterprise },
      account_to_account: { source: payer, destination: payee },
    };
    for (const { useCase, speed, amount } of cases) {
      const transfer_reference_id = `outcome-${amount}`;
      const body = { transfer_reference_id, ...parties[useCase], amount, currency: 'USD', speed };
      const response = await client.post('/deliver/transfers', body);
      if (response.status !== 200) throw new Error(response.text);
      ids.set(amount, (response.body['transfer'] as { id: string }).id);
    }
    await advance(client, 12);
  });
  afterAll(() => service.stop());

  describe.each(cases)('a $useCase at speed $speed over …$cents', ({ amount, ending }) => {
    const { statuses, reasons = [], gain } = ending;
    const id = () => ids.get(amount)!;

    it(`goes from created over pending to ${statuses.join(' to ')}`, async () => {
      expect(await historyOf(client, id())).toEqual(['created', 'pending', ...statuses]);
    });

    it(`gives ${reasons.length === 0 ? 'no reason' : reasons.map((reason) => reason.join(' ')).join(', then ')}`, async () => {
      const transfer = (await client.get(`/deliver/transfers/${id()}`)).body['transfer'] as Record<string, unknown>;
      expect(transfer['status']).toBe(statuses.at(-1));
      const shown = reasons.map(([side, reason_code, network_reason_code]) => ({
        [side]: {
          reason_code,
          reason_code_message: expect.any(String),
          ...(network_reason_code && {
            network_reason_code,
            network_reason_code_message: expect.any(String),
            network_reason_code_rail_type: RAIL_TYPE(network_reason_code),
          }),
        },
      }));
      expect(transfer['status_reasons'] ?? []).toEqual(shown);
    });

    it(`leaves the enterprise ${['without the amount', 'even', 'with the amount'][gain + 1]}`, async () => {
      const expected = gain === 0 ? {} : { available: gain * amount, cash: -gain * amount };
      expect(await netOf(client, id())).toEqual(expected);
    });

    it('has an event for each status and each further reason, in order', async () => {
      const events = await service.database.query<{ sequence: number; data: string }>(
        `SELECT sequence, data FROM platform.events WHERE resource_id = $1 ORDER BY sequence`,
        [id()],
      );
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1));
      type Told = { transfer: { status: string; status_reasons?: unknown[] } };
      const reported = events.map(({ data }) => (JSON.parse(data) as Told).transfer);
      const changes = reported.filter(({ status }, i) => i === 0 || status !== reported[i - 1]!.status);
      expect(changes.map(({ status }) => status)).toEqual(['created', 'pending', ...statuses]);
      // Each reason comes with a separate event; the one that fails the transfer with that of its status.
      expect(reported.at(-1)!.status_reasons ?? []).toHaveLength(reasons.length);
    });
  });

  it('leaves a balance that is the sum of what came in and went out', async () => {
    const gains = cases.reduce((sum, { amount, ending }) => sum + ending.gain * amount, 0);
    expect(await balanceOf(client)).toEqual({ available: OPENING + gains, pending: 0 });
  });

  it('leaves a ledger whose every rule holds', () => expectLedgerSound(service.database));
});
