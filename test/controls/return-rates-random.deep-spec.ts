import type { INestApplicationContext } from '@nestjs/common';
import { DAY_MS, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { Processor } from '../../libs/transfers/src/application/ports.js';
import { ReceiveResults } from '../../libs/transfers/src/application/receive-results.js';
import type { ProcessorResult } from '../../libs/transfers/src/domain/leg.js';
import type { ApiClient } from '../support/api-client.js';
import { chooseSeed, seededRandom } from '../support/e2e/seeded-random.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit } from '../support/parties.js';
import { advance, advanceTo, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/controls/src', 'libs/transfers/src/application');

/** `RETURN_RATE_LEGS=10000` for a long run; `TEST_SEED` runs a failure again. */
const LEGS = Number(process.env['RETURN_RATE_LEGS'] ?? 600);
const BANKING_DAYS = 4;
const AT_ONCE = 16;
/** In one report of the processor. */
const REPORTED = 25;
const REPORTS_AT_ONCE = 4;
const MINUTE_MS = 60_000;

/** As the rule of Nacha lists them. */
const UNAUTHORIZED = ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'];
const ADMINISTRATIVE = ['R02', 'R03', 'R04'];
const OTHERS = ['R01', 'R08', 'R09', 'R16', 'R20', 'R80', 'R85'];
const ANSWERS = ['R61', 'R67', 'R69', 'R77'];

type Body = Record<string, unknown>;
type Counts = Record<'entries' | 'unauthorized' | 'administrative' | 'returned', number>;
type Rounds = [ProcessorResult[], ProcessorResult[], ProcessorResult[], ProcessorResult[]];

/** A debit that the processor has, and what it will report of it, round by round. */
interface Debit {
  readonly originator: string;
  readonly day: string;
  /** The day of the window into which the bank moves it. */
  readonly movedTo?: string;
  readonly code?: string;
  readonly rounds: Rounds;
}

interface Submitted {
  readonly transfer_id: string;
  readonly end_to_end_id: string;
  readonly day: string;
  readonly next_day: string;
  readonly settles_at: Date;
  readonly window_at: Date;
}

describe('return rates, in whatever order results arrive', () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const pick = <T>(items: readonly T[]) => items[upTo(items.length)]!;
  const debits: Debit[] = [];
  let service: TestService;
  let client: ApiClient;
  let workers: INestApplicationContext[];

  beforeAll(async () => {
    process.stdout.write(`TEST_SEED=${seed}\n`);
    // A tenth of the results is contradictory, and each is logged as an error.
    service = await startTestService({ ...FROZEN, LOG_LEVEL: 'silent' });
    workers = await Promise.all([service.startWorker(), service.startWorker()]);
    // The network takes what it is sent. What becomes of it the test says.
    for (const worker of workers) {
      jest.spyOn(worker.get(Processor, { strict: false }), 'submit').mockResolvedValue([]);
    }
    client = await service.client();
    await submitAll();
  });
  afterAll(() => service.stop());

  async function posted(path: string, body: Body): Promise<Body> {
    const { status, text, body: answer } = await client.post(path, body);
    if (status !== 200) throw new Error(`TEST_SEED=${seed}: ${text}`);
    return answer;
  }

  /** Debits of the enterprise and of two customers, over some days. */
  async function submitAll(): Promise<void> {
    const parties = [await verifiedParty(client), await verifiedParty(client)];
    for (const { customer_reference_id } of parties) {
      const subledger_reference_id = customer_reference_id;
      await posted('/deliver/subledgers', { subledger_reference_id, customer_reference_id });
    }
    for (let day = 0; day < BANKING_DAYS; day++) {
      // In the order of their creation, which the seed decides.
      const originators = new Map<string, string>();
      for (let made = 0; made < LEGS / BANKING_DAYS; made += AT_ONCE) {
        const chosen = Array.from({ length: Math.min(AT_ONCE, LEGS / BANKING_DAYS - made) }, () => {
          const party = pick(parties);
          const { customer_reference_id: customer } = party;
          if (random() < 0.4) return { body: aDirectDebit(party), originator: client.credentials.enterprise_id };
          return { body: aDirectDebit(party, { subledger_reference_id: customer }), originator: customer };
        });
        const created = await Promise.all(chosen.map(({ body }) => posted('/deliver/transfers', body)));
        created.forEach(({ transfer }, index) =>
          originators.set((transfer as { readonly id: string }).id, chosen[index]!.originator),
        );
      }
      const submitted = await handOver([...originators.keys()]);
      for (const [id, originator] of originators) debits.push(aDebit(submitted.get(id)!, originator));
      await advance(client, 1);
    }
  }

  async function handOver(transferIds: readonly string[]): Promise<Map<string, Submitted>> {
    const legs = (status: string) =>
      service.database.query<Submitted>(
        `SELECT transfer_id, end_to_end_id, effective_date::text AS day, (effective_date::date + 1)::text AS next_day,
           settles_at, window_at
         FROM transfers.legs WHERE transfer_id = ANY($1::uuid[]) AND status = $2 ORDER BY window_at`,
        [transferIds, status],
      );
    const ready = await eventually('all wait for a window', async () => {
      const found = await legs('ready');
      return found.length === transferIds.length && found;
    });
    await advanceTo(client, ready.at(-1)!.window_at);
    return eventually('all are handed over', async () => {
      const found = await legs('submitted');
      return found.length === transferIds.length && new Map(found.map((leg) => [leg.transfer_id, leg]));
    });
  }

  /** Chooses what becomes of a debit, and when the processor reports it: late, repeatedly, and in any order. */
  function aDebit(leg: Submitted, originator: string): Debit {
    const rounds: Rounds = [[], [], [], []];
    const result = (kind: ProcessorResult['kind'], minutes: number, network_reason_code: string | null = null) => ({
      ...{ processor_result_id: newId(), end_to_end_id: leg.end_to_end_id, kind, network_reason_code },
      ...{ trace_number: null, occurred_at: new Date(leg.window_at.getTime() + minutes * MINUTE_MS) },
    });
    const report = (round: 0 | 1 | 2 | 3, what: ProcessorResult) => {
      rounds[round].push(what, ...(random() < 0.4 ? [what] : []));
      // The same news under another id.
      if (random() < 0.2) rounds[round].push({ ...what, processor_result_id: newId() });
    };
    const sometime = (what: ProcessorResult) => report(pick([0, 1, 1, 2]), what);
    const debit = { originator, day: leg.day, rounds };
    if (random() < 0.1) {
      const rejected = result('rejected', 2, '9910');
      sometime(rejected);
      sometime(result('accepted', 1));
      // What cannot be true any more.
      if (random() < 0.5) rounds[3].push(result('returned', 500, 'R10'));
      return debit;
    }
    const isMoved = random() < 0.15;
    const retimed = { effective_date: leg.next_day, settles_at: new Date(leg.settles_at.getTime() + DAY_MS) };
    if (isMoved) report(0, { ...result('accepted', 1), retimed });
    const later = (what: ProcessorResult) => (isMoved ? report(pick([1, 1, 2]), what) : sometime(what));
    if (!isMoved) sometime(result('accepted', 1));
    later(result('settled', 150));
    if (random() < 0.45) {
      if (random() < 0.5) rounds[3].push(result('rejected', 400, '9910'));
      return { ...debit, ...(isMoved && { movedTo: leg.next_day }) };
    }
    const code = pick(pick([UNAUTHORIZED, ADMINISTRATIVE, OTHERS, ANSWERS]));
    later(result('returned', 300, code));
    // It is returned again, for another reason, and settled after all.
    if (random() < 0.5) rounds[3].push(result('returned', 400, pick([...UNAUTHORIZED, ...ADMINISTRATIVE])));
    if (random() < 0.3) rounds[3].push(result('settled', 500));
    return { ...debit, code, ...(isMoved && { movedTo: leg.next_day }) };
  }

  async function deliver(round: 0 | 1 | 2 | 3): Promise<void> {
    const results = shuffled(debits.flatMap(({ rounds }) => rounds[round]));
    expect(results.length).toBeGreaterThan(LEGS / 10);
    const reports = Array.from({ length: Math.ceil(results.length / REPORTED) }, (_, index) =>
      results.slice(index * REPORTED, (index + 1) * REPORTED),
    );
    for (let next = 0; next < reports.length; next += REPORTS_AT_ONCE) {
      await Promise.all(reports.slice(next, next + REPORTS_AT_ONCE).map((each, index) => receive(each, index)));
    }
    // A hold that had ended before the late settlement ends with it.
    await eventually(`all results are looked at (TEST_SEED=${seed})`, async () => {
      const left = await service.database.query(
        `SELECT 1 FROM transfers.processor_results WHERE applied_at IS NULL AND contradictory_at IS NULL
         UNION ALL SELECT 1 FROM platform.tasks WHERE run_at <= now() AND queue = 'hold-ends' LIMIT 1`,
      );
      return left.length === 0;
    });
  }

  async function receive(results: readonly ProcessorResult[], index: number): Promise<void> {
    const worker = workers[index % workers.length]!;
    const tenant = await worker.get(Enterprises, { strict: false }).get(client.credentials.enterprise_id);
    const take = () => worker.get(ReceiveResults, { strict: false }).execute(results);
    await workContext.run({ requestId: 'test', tenant }, take);
  }

  function shuffled<T>(items: readonly T[]): T[] {
    const places = items.map((item) => ({ item, place: random() }));
    return places.sort((one, other) => one.place - other.place).map(({ item }) => item);
  }

  /** Counts the debits again, from what has been reported of them up to a round. */
  function recounted(round: number): Map<string, Counts> {
    const days = new Map<string, Counts>();
    for (const { originator, day, movedTo, code, rounds } of debits) {
      // The last round says nothing that is true.
      const known = rounds.slice(0, Math.min(round, 2) + 1).flat();
      const is = (kind: string) => known.some((each) => each.kind === kind);
      if (is('rejected')) continue;
      const key = `${movedTo !== undefined && round >= 0 ? movedTo : day} ${originator}`;
      const counts = days.get(key) ?? { entries: 0, unauthorized: 0, administrative: 0, returned: 0 };
      const of = is('returned') ? (code ?? '') : '';
      days.set(key, {
        entries: counts.entries + 1,
        unauthorized: counts.unauthorized + Number(UNAUTHORIZED.includes(of)),
        administrative: counts.administrative + Number(ADMINISTRATIVE.includes(of)),
        returned: counts.returned + Number(of !== '' && !ANSWERS.includes(of)),
      });
    }
    return days;
  }

  async function expectRecounted(round: number): Promise<void> {
    const expected = recounted(round);
    const rows = await service.database.query<Counts & { key: string }>(
      `SELECT day || ' ' || originator AS key, entries, unauthorized, administrative, returned FROM controls.debit_days
       WHERE enterprise_id = $1 AND (entries, unauthorized, administrative, returned) <> (0, 0, 0, 0)`,
      [client.credentials.enterprise_id],
    );
    const sorted = <T>(days: Iterable<readonly [string, T]>) => Object.fromEntries([...days].toSorted());
    const kept = sorted(rows.map(({ key, ...counts }) => [key, counts] as const));
    expect({ seed, round, days: kept }).toEqual({ seed, round, days: sorted(expected) });
    await expectRates(expected);
    await expectSound(service.database);
  }

  /** What the interface tells are the sums of the days that count. */
  async function expectRates(days: Map<string, Counts>): Promise<void> {
    const { status, text, body } = await client.get('/deliver/return-rates');
    expect([status, text]).toEqual([200, text]);
    const told = body['return_rates'] as readonly (Body & { from: string; to: string; originator: string })[];
    const rates = new Map<string, Record<string, number>>();
    for (const [key, counts] of days) {
      const [day, originator] = key.split(' ') as [string, string];
      const { from, to } = told[0]!;
      if (day < from || day > to) continue;
      const { entries = 0, unauthorized = 0, administrative = 0, overall = 0 } = rates.get(originator) ?? {};
      rates.set(originator, {
        entries: entries + counts.entries,
        unauthorized: unauthorized + counts.unauthorized,
        administrative: administrative + counts.administrative,
        overall: overall + counts.returned,
      });
    }
    const found = told.map(({ originator, entries, rates: each }) => [
      originator,
      { entries, ...Object.fromEntries((each as Body[]).map(({ kind, returned }) => [kind, returned])) },
    ]);
    expect({ seed, rates: Object.fromEntries(found) as Body }).toEqual({ seed, rates: Object.fromEntries(rates) });
  }

  it('are what a recount of the debits says, after each round of results', async () => {
    await expectRecounted(-1);
    await deliver(0);
    await expectRecounted(0);
    await deliver(1);
    await expectRecounted(1);
    // Late: the holds of the debits have ended, and their money may have been used.
    await advance(client, 10);
    await deliver(2);
    await expectRecounted(2);
    const final = recounted(2);
    await deliver(3);
    await expectRecounted(3);
    const sum = (name: keyof Counts) => [...final.values()].reduce((total, counts) => total + counts[name], 0);
    for (const name of ['unauthorized', 'administrative'] as const) expect(sum(name)).toBeGreaterThan(LEGS / 20);
    expect(new Set([...final.keys()].map((key) => key.slice(11))).size).toBe(3);
  });

  it('forget the days that are longer ago than 60', async () => {
    const days = [...recounted(3).keys()].map((key) => key.slice(0, 10)).toSorted();
    expect(days.at(-1)! > days[0]!).toBe(true);
    await advanceTo(client, new Date(Date.parse(`${days[0]!}T17:00:00Z`) + 60 * DAY_MS));
    await expectRecounted(3);
    const [told] = (await client.get('/deliver/return-rates')).body['return_rates'] as { from: string }[];
    expect(told!.from > days[0]!).toBe(true);
  });
});
