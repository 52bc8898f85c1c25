import { Transactions } from '@payments/persistence';
import { ledgerChecks, VerifyLedger } from '@payments/ledger';
import { invariants } from '../../apps/worker/src/worker.module.js';
import type { ApiClient } from '../support/api-client.js';
import { seededRandom } from '../support/e2e/seeded-random.js';
import type { Party } from '../support/parties.js';
import { enterpriseParty, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/transfers/src', 'libs/ledger/src', 'libs/persistence/src', 'migrations');

const SEED = Number(process.env['RANDOM_SEED'] ?? 1);
const ROUNDS = Number(process.env['RANDOM_ROUNDS'] ?? 2);
const COUNT = Number(process.env['RANDOM_COUNT'] ?? 25);
const DAY = process.env['RANDOM_DAY'] ?? '36000';
/** Times that a request of the sandbox is sent again while the service asks for it. */
const PATIENT = 30;
const CENTS = [0, 0, 0, 1, 2, 3, 5, 8, 9, 26, 27, 51];
const SPEEDS = ['standard', 'same_day', 'asap'];
const OUTCOMES = [
  { kind: 'reject', code: '9910' },
  { kind: 'reject', code: 'AG03' },
  { kind: 'reject', code: 'AC03' },
  { kind: 'return', code: 'R01' },
  { kind: 'return', code: 'R10' },
  { kind: 'notification_of_change', code: 'C02' },
];

type Json = Record<string, unknown>;

describe('random transfer histories', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ SANDBOX_DAY_SECONDS: DAY });
    await service.startWorker();
    await service.startWorker();
  });
  afterAll(() => service.stop());

  it('every rule holds at every quiet point', async () => {
    const random = seededRandom(SEED);
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!;
    const clients = [await service.client(), await service.client()];
    const problems: string[] = [];
    const world = await Promise.all(
      clients.map(async (client) => ({
        client,
        parties: [
          await verifiedParty(client),
          await verifiedParty(client),
          await verifiedParty(client, { routing_number: '011401533' }),
          await verifiedParty(client, { routing_number: '011000028' }),
        ],
        self: await enterpriseParty(client),
        ids: [] as string[],
      })),
    );
    const verify = async (where: string) => {
      for (const { client } of world) {
        const report = await new VerifyLedger(service.api.get(Transactions, { strict: false })).execute({
          enterpriseId: client.credentials.enterprise_id,
          checks: ledgerChecks(invariants),
          onEntries: () => undefined,
        });
        problems.push(...report.findings.map((f) => `${where}: ${f.check} ${f.subject} ${f.message}`));
      }
    };
    const send = async (
      client: ApiClient,
      ...[method, url, payload]: [Parameters<ApiClient['send']>[0], string, unknown?]
    ) => {
      let response = await client.send(method, url, { payload });
      // One request of the sandbox waits two seconds for another, such as an advance over many days.
      for (let tries = 0; url.startsWith('/sandbox/') && response.status === 503 && tries < PATIENT; tries++) {
        await new Promise((resolve) => setTimeout(resolve, Number(response.headers['retry-after']) * 1_000));
        response = await client.send(method, url, { payload });
      }
      if (response.status >= 500)
        problems.push(`${method} ${url} ${JSON.stringify(payload)}: ${response.status} ${response.text}`);
      return response;
    };
    const body = (parties: readonly Party[], self: Party, n: number): Json => {
      const [one, other] = [pick(parties), pick(parties)];
      const sides = pick([
        { destination: one },
        { source: one },
        { source: one, destination: other },
        { source: one, destination: self },
      ]);
      return {
        transfer_reference_id: `t-${n}`,
        ...sides,
        amount: pick([100, 12_500, 900_000, 30_000_000]) + 100 * n + pick(CENTS),
        currency: 'USD',
        speed: pick(SPEEDS),
      };
    };
    const norm = (v: unknown) =>
      JSON.stringify(v, (_, x: unknown) =>
        x !== null && typeof x === 'object' && !Array.isArray(x) ? Object.fromEntries(Object.entries(x).sort()) : x,
      );
    const unlike: string[] = [];
    const sameAsEvents = async (where: string, { client, ids }: { client: ApiClient; ids: string[] }) => {
      for (const id of ids) {
        const got = (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Json;
        const [last] = await service.database.query<{ data: string }>(
          `SELECT data FROM platform.events WHERE resource_id = $1 ORDER BY sequence DESC LIMIT 1`,
          [id],
        );
        const reported = (JSON.parse(last!.data) as { transfer: Json }).transfer;
        if (norm(reported) !== norm(got)) unlike.push(`${where}: ${norm(reported)} but ${norm(got)}`);
      }
    };
    let n = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        world.map(async (w) => {
          const { client, parties, self, ids } = w;
          const acts: Promise<unknown>[] = [];
          for (let i = 0; i < COUNT; i++) {
            const b = body(parties, self, ++n);
            const response = await send(client, 'POST', '/deliver/transfers', b);
            if (response.status !== 200) {
              if (response.status !== 503) problems.push(`create ${response.text}`);
              continue;
            }
            const { id } = response.body['transfer'] as { id: string };
            ids.push(id);
            const any = pick(ids);
            const roll = random();
            if (roll < 0.15) acts.push(send(client, 'POST', `/deliver/transfers/${any}/cancel`));
            else if (roll < 0.3) acts.push(send(client, 'PATCH', `/deliver/transfers/${any}`, { metadata: { n } }));
            else if (roll < 0.55) {
              const leg = pick([undefined, undefined, 'source', 'destination']);
              acts.push(
                send(client, 'POST', `/sandbox/transfers/${pick([id, any])}/outcome`, {
                  ...pick(OUTCOMES),
                  ...(leg && { leg }),
                }),
              );
            } else if (roll < 0.6) acts.push(send(client, 'POST', '/sandbox/clock/advance', { banking_days: 1 }));
            else if (roll < 0.63) acts.push(send(client, 'POST', '/sandbox/balance/credit', { amount: 5_000 }));
            else if (roll < 0.64) acts.push(send(client, 'POST', '/sandbox/reset'));
            if (i % 10 === 9) await Promise.all(acts.splice(0));
          }
          await Promise.all(acts);
          await verify(`round ${round} busy`);
          await send(client, 'POST', '/sandbox/clock/advance', { banking_days: 1 });
          if (Number(DAY) > 100) await sameAsEvents(`round ${round}`, w);
          await send(client, 'POST', '/sandbox/clock/advance', { banking_days: 12 });
        }),
      );
      await verify(`round ${round}`);
    }
    if (Number(DAY) < 100) await new Promise((resolve) => setTimeout(resolve, 8_000));
    for (const { client } of world) await send(client, 'POST', '/sandbox/clock/advance', { banking_days: 12 });
    await verify('end');
    // nothing left running
    const tasks = await service.database.query<Json>(
      `SELECT queue, subject_id, run_at, attempt, last_error FROM platform.tasks WHERE queue NOT LIKE 'webhook%'
         AND (queue <> 'sandbox-network' OR EXISTS (SELECT FROM sandbox.planned_results p
           WHERE p.enterprise_id = tasks.enterprise_id AND p.id = subject_id AND reported_at IS NULL))
         AND NOT EXISTS (SELECT FROM transfers.legs l WHERE l.enterprise_id = tasks.enterprise_id AND l.id = subject_id
           AND status IN ('canceled', 'returned'))`,
    );
    problems.push(...tasks.map((t) => `task left: ${JSON.stringify(t)}`));
    const stuck = await service.database.query<Json>(
      `SELECT status, rail, side, attempt, transfer_id, id FROM transfers.legs WHERE status NOT IN ('settled','released','rejected','returned','canceled') OR (status='settled' AND hold_until IS NOT NULL)`,
    );
    problems.push(...stuck.map((t) => `leg stuck: ${JSON.stringify(t)}`));
    const unapplied = await service.database.query<Json>(
      `SELECT * FROM transfers.processor_results WHERE applied_at IS NULL`,
    );
    problems.push(...unapplied.map((t) => `result unapplied: ${JSON.stringify(t)}`));
    const doubled = await service.database.query<Json>(
      `SELECT l.transfer_id, l.side, count(*) FROM sandbox.instructions i JOIN transfers.legs l ON l.enterprise_id = i.enterprise_id
         AND position(replace(l.id::text,'-','') in i.end_to_end_id) = 2
       WHERE NOT EXISTS (SELECT FROM transfers.processor_results r
         WHERE r.enterprise_id = i.enterprise_id AND r.end_to_end_id = i.end_to_end_id AND r.kind IN ('rejected','returned'))
       GROUP BY 1,2 HAVING count(*) > 1`,
    );
    problems.push(...doubled.map((t) => `paid twice: ${JSON.stringify(t)}`));
    // events
    for (const { client, ids } of world) {
      for (const id of ids) {
        const events = await service.database.query<{ sequence: number; data: string }>(
          `SELECT sequence, data FROM platform.events WHERE resource_id = $1 ORDER BY sequence`,
          [id],
        );
        const got = (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Json;
        if (events.some(({ sequence }, i) => sequence !== i + 1)) problems.push(`gap in ${id}`);
        const history = (await client.get(`/deliver/transfers/${id}/history`)).body['statuses'] as Json[];
        if (history.at(-1)!['status'] !== got['status']) problems.push(`history of ${id}`);
        if (['created', 'pending'].includes(String(got['status'])))
          problems.push(`not final: ${id} ${String(got['status'])}`);
      }
    }
    for (const w of world) await sameAsEvents('end', w);
    problems.push(...unlike.slice(0, 3), ...(unlike.length > 3 ? [`${unlike.length} events unlike GET`] : []));
    expect(problems).toEqual([]);
  });
});
