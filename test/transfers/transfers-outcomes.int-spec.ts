import type { ApiClient } from '../support/api-client.js';
import { expectLedgerSound } from '../support/ledger-sound.js';
import type { Party } from '../support/parties.js';
import { advance, balanceOf, enterpriseParty, FROZEN, historyOf, netOf, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const OPENING = 100_000_000;
const SPEEDS = ['standard', 'same_day', 'asap'] as const;
const USE_CASES = ['payout', 'direct_debit', 'deposit', 'account_to_account'] as const;
const CENTS = ['00', '01', '02', '03', '05', '08', '09', '26', '27', '51'] as const;

type Speed = (typeof SPEEDS)[number];
type UseCase = (typeof USE_CASES)[number];
type Cents = (typeof CENTS)[number];

/** How a transfer ends: its statuses after `created, pending`, why, and what becomes of the amount at the enterprise. */
interface Ending {
  readonly statuses: readonly string[];
  readonly reasons?: readonly (readonly [side: string, reason: string, networkCode?: string])[];
  /** 1: the amount has come in, -1: it has gone out, 0: neither. */
  readonly gain: 1 | 0 | -1;
}

const NOC = 'notification_of_change_1';

/** The endings that differ from the plain one, by the cents of the amount. */
type Endings = Readonly<Partial<Record<Cents, Ending>>>;

function payout(cents: Cents, speed: Speed): Ending {
  const paid: Ending = { statuses: ['completed'], gain: -1 };
  const instant: Endings = {
    '02': { statuses: ['failed'], reasons: [['destination', 'closed_account', 'AC04']], gain: 0 },
    '27': { statuses: ['failed'], reasons: [['destination', 'invalid_account']], gain: 0 },
    '51': { statuses: ['failed'], reasons: [['destination', 'invalid_account', 'AC03']], gain: 0 },
  };
  const ach: Endings = {
    '02': { statuses: ['completed', 'failed'], reasons: [['destination', 'closed_account', 'R02']], gain: 0 },
    '05': { ...paid, reasons: [['destination', NOC, 'C01']] },
    '09': {
      statuses: ['completed', 'failed'],
      reasons: [
        ['destination', NOC, 'C01'],
        ['destination', 'invalid_account', 'R03'],
      ],
      gain: 0,
    },
    '27': { statuses: ['failed'], reasons: [['destination', 'invalid_account']], gain: 0 },
  };
  return (speed === 'asap' ? instant : ach)[cents] ?? paid;
}

function directDebit(cents: Cents): Ending {
  const received: Ending = { statuses: ['completed', 'settled'], gain: 1 };
  const endings: Endings = {
    '01': { statuses: ['completed', 'failed'], reasons: [['source', 'insufficient_funds', 'R01']], gain: 0 },
    '05': { ...received, reasons: [['source', NOC, 'C01']] },
    '08': {
      statuses: ['completed', 'settled', 'failed'],
      reasons: [['source', 'unauthorized_transfer', 'R10']],
      gain: 0,
    },
    '09': {
      statuses: ['completed', 'failed'],
      reasons: [
        ['source', NOC, 'C01'],
        ['source', 'invalid_account', 'R03'],
      ],
      gain: 0,
    },
    '26': { statuses: ['failed'], reasons: [['source', 'invalid_account']], gain: 0 },
  };
  return endings[cents] ?? received;
}

// The debit goes by ACH whatever the speed; only the credit is instant.
function twoLegs(cents: Cents, speed: Speed): Ending {
  const instant = speed === 'asap';
  const moved: Ending = { statuses: ['completed'], gain: 0 };
  const refused: Ending = instant
    ? { statuses: ['failed'], reasons: [['destination', 'closed_account', 'AC04']], gain: 1 }
    : { statuses: ['completed', 'failed'], reasons: [['destination', 'closed_account', 'R02']], gain: 1 };
  const debitChanged = ['source', NOC, 'C01'] as const;
  const revoked = ['source', 'unauthorized_transfer', 'R10'] as const;
  const endings: Endings = {
    '01': { statuses: ['failed'], reasons: [['source', 'insufficient_funds', 'R01']], gain: 0 },
    '02': refused,
    '03': { ...refused, reasons: [...refused.reasons!, revoked], gain: 0 },
    '05': { ...moved, reasons: instant ? [debitChanged] : [debitChanged, ['destination', NOC, 'C01']] },
    '08': { statuses: ['completed', 'failed'], reasons: [revoked], gain: -1 },
    '09': { statuses: ['failed'], reasons: [debitChanged, ['source', 'invalid_account', 'R03']], gain: 0 },
    '26': { statuses: ['failed'], reasons: [['source', 'invalid_account']], gain: 0 },
    '27': { statuses: ['failed'], reasons: [['destination', 'invalid_account']], gain: 1 },
    ...(instant && { '51': { statuses: ['failed'], reasons: [['destination', 'invalid_account', 'AC03']], gain: 1 } }),
  };
  return endings[cents] ?? moved;
}

function endingOf(useCase: UseCase, speed: Speed, cents: Cents): Ending {
  if (useCase === 'payout') return payout(cents, speed);
  return useCase === 'direct_debit' ? directDebit(cents) : twoLegs(cents, speed);
}

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
