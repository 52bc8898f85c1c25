import type { INestApplicationContext } from '@nestjs/common';
import { eventually } from '@payments/testing';
import { Profiles } from '../../libs/rails/src/application/ports.js';
import type { ApiClient } from '../support/api-client.js';
import { BankStage } from '../support/bank/bank-stage.js';
import { REPORT_PATTERNS } from '../support/bank/report-patterns.js';
import { expectSound } from '../support/ledger-sound.js';
import type { Party } from '../support/parties.js';
import { type BankService, startBankService } from '../support/rails/bank-service.js';
import { balanceOf, enterpriseParty, netOf, verifiedParty } from '../support/sandbox.js';
import {
  type Cents,
  CENTS,
  type Ending,
  endingOf,
  USE_CASES,
  type UseCase,
} from '../support/transfer-endings.table.js';

const OPENING = 100_000_000;
const SPEEDS = ['standard', 'same_day'] as const;
/** Long enough for every return, also over a weekend. */
const MOST_DAYS = 12;
/** Before the bank returns a debit as unauthorized, five of its days after the settlement. */
const EARLY_DAYS = 4;

/** As in the sandbox, but a bank sees entries, not transfers, and gives a code when it refuses one. */
function endingOverFiles(useCase: UseCase, cents: Cents): Ending {
  if (cents === '03' && useCase === 'payout') return endingOf(useCase, 'standard', '02');
  if (cents === '03' && useCase === 'direct_debit') return endingOf(useCase, 'standard', '08');
  const ending = endingOf(useCase, 'standard', cents);
  return { ...ending, reasons: ending.reasons?.map(([side, reason, code = 'R03']) => [side, reason, code]) ?? [] };
}

const cases = USE_CASES.flatMap((useCase) =>
  SPEEDS.flatMap((speed) => CENTS.map((cents) => ({ useCase, speed, cents, ending: endingOverFiles(useCase, cents) }))),
).map((each, position) => ({ ...each, amount: (position + 1) * 100 + Number(each.cents) }));

interface Seen {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly status_reasons: readonly Record<string, { reason_code: string; network_reason_code?: string }>[];
}

describe('the outcomes of a bank that takes files', () => {
  let bank: BankStage;
  let own: BankService;
  let worker: INestApplicationContext;
  let client: ApiClient;
  let seen = new Map<number, Seen>();

  const query = <Row>(sql: string) => own.service.database.query<Row>(sql);
  const entriesIn = async (states: string) =>
    (await query<{ count: number }>(`SELECT count(*)::int AS count FROM rails.entries WHERE state IN (${states})`))[0]!
      .count;
  /** Lets the bank take and acknowledge files, without a day passing. */
  const untilBankHas = (what: string, isSo: () => Promise<boolean>) =>
    eventually(what, async () => {
      bank.bank.round();
      return isSo();
    });
  const untilApplied = () =>
    eventually('every file of the bank is applied', async () => {
      const [{ done }] = (await query<{ done: number }>(
        `SELECT count(DISTINCT name)::int AS done FROM rails.inbound_files WHERE state NOT IN ('fetched', 'parsed')`,
      )) as [{ done: number }];
      return done === bank.list('outbound').length && (await unreported()) === 0;
    });
  const unreported = async () =>
    (await query<{ count: number }>(`SELECT count(*)::int AS count FROM rails.results WHERE reported_at IS NULL`))[0]!
      .count;
  const passDay = async () => {
    bank.pass(1);
    await untilApplied();
  };
  const presumeSettlement = () => {
    const [connection] = worker.get(Profiles, { strict: false }).connections;
    (connection as { settle_on: string }).settle_on = 'presumed';
  };
  const haveEnded = async () => {
    const rows = await query<Seen>(`SELECT id, amount::int AS amount, status, status_reasons FROM transfers.transfers`);
    seen = new Map(rows.map((row) => [row.amount, row]));
    return cases.every(({ amount, ending: { statuses, reasons = [] } }) => {
      const { status, status_reasons } = seen.get(amount)!;
      return status === statuses.at(-1) && status_reasons.length === reasons.length;
    });
  };

  beforeAll(async () => {
    bank = new BankStage();
    bank.now = Date.now();
    own = await startBankService({
      channel: { kind: 'directory', root: bank.directory },
      inbound: [{ directory: '/outbound', stable_seconds: 0, poll_seconds: 1 }],
      acknowledgment: { kind: 'report', patterns: REPORT_PATTERNS },
      settle_on: 'statement',
    });
    worker = await own.service.startWorker();
    client = await own.service.client();
    own.admit(client.credentials.enterprise_id, worker);
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
      const body = { transfer_reference_id: `outcome-${amount}`, ...parties[useCase], amount, currency: 'USD', speed };
      const response = await client.post('/deliver/transfers', body);
      if (response.status !== 200) throw new Error(response.text);
    }
    await untilBankHas('every first entry', async () => (await entriesIn(`'accepted', 'rejected'`)) === cases.length);
    // Early returns come before anything settles, so no debit that fails has paid for a credit.
    for (let day = 0; day < EARLY_DAYS; day += 1) await passDay();
    presumeSettlement();
    const twoLegs = cases.filter(
      ({ useCase, cents }) => !['payout', 'direct_debit'].includes(useCase) && !['01', '09', '26'].includes(cents),
    ).length;
    await untilBankHas('every second entry', async () => {
      const [row] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM rails.entries e JOIN transfers.legs l USING (enterprise_id, end_to_end_id)
         JOIN transfers.transfers t ON t.enterprise_id = l.enterprise_id AND t.id = l.transfer_id
         WHERE e.side = 'destination' AND t.use_case <> 'payout' AND e.state NOT IN ('waiting', 'filed')`,
      );
      return row!.count === twoLegs;
    });
    for (let day = 0; day < MOST_DAYS && !(await haveEnded()); day += 1) await passDay();
    await eventually('every transfer has ended', haveEnded);
  });
  afterAll(async () => {
    await own.stop();
    bank.remove();
  });

  it.each(cases)(
    'a $useCase at speed $speed over …$cents ends as the bank decided',
    async ({ amount, ending: { statuses, reasons = [], gain } }) => {
      const { id, status, status_reasons } = seen.get(amount)!;
      expect(status).toBe(statuses.at(-1));
      const shown = status_reasons.flatMap((each) =>
        Object.entries(each).map(([side, { reason_code, network_reason_code }]) =>
          [side, reason_code, network_reason_code].join(' '),
        ),
      );
      expect(shown.sort()).toEqual(reasons.map((reason) => reason.join(' ')).sort());
      expect(await netOf(client, id)).toEqual(gain === 0 ? {} : { available: gain * amount, cash: -gain * amount });
    },
  );

  it('leave a balance that is the sum of what came in and went out', async () => {
    const gains = cases.reduce((sum, { amount, ending }) => sum + ending.gain * amount, 0);
    expect(await balanceOf(client)).toEqual({ available: OPENING + gains, pending: 0 });
  });

  it('leave nothing for a person to decide, and books whose every rule holds', async () => {
    expect(await query('SELECT kind, detail FROM rails.exceptions')).toEqual([]);
    await expectSound(own.service.database);
  });
});
